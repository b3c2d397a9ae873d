"""Drivers: line protocol, open-hardware machine and simulator; and their selection by URL."""
