"""Programs' own tags and escape lines, typed: what BridgeComposer and others add to PBN.

Nothing here is of the standard. Each function reads what one program writes and says from which
source its meaning is known; what is not known is refused (`ModelError`) or kept as text.
"""
