From board=255
