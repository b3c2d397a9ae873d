"""The conformance kit that ships with overtrick (extra `overtrick[testing]`)."""
