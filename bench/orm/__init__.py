"""The same two operations as FastAPI's and SQLAlchemy's own guides would have them written."""
