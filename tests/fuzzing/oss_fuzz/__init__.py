"""A project of OSS-Fuzz: its three files, and the harness that they build."""
