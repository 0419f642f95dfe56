"""The command line: one module per group of commands, and the start of each process."""
