"""What knows nothing of HTTP and PostgreSQL."""
