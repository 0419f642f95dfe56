"""Create and list, written as the guides of FastAPI and SQLAlchemy recommend."""
