"""Infrastructure: the database, jobs, HTTP, and calls to other servers."""
