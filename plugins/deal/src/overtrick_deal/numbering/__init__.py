"""Deal numbers: the numberings of all deals by different programs."""
