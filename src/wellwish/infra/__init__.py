"""The machinery: database, jobs, HTTP and the ways out."""
