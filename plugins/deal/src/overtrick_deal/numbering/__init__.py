"""Every deal has a number: the orders in which programs count the deals."""
