"""Declarations of plugins as data: one specification for each kind of plugin.

A specification names its code by reference (`"module:attribute"`), so that declaring a format
imports nothing of it: lark, numpy, click and rich are paid for by the command that uses them.
"""
