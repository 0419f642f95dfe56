"""Probes, metrics and the outbox of demo mode: pages for operators."""
