"""The same two operations, written as the guides of FastAPI and SQLAlchemy recommend."""
