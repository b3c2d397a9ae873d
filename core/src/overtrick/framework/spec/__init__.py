"""All that a plugin needs to declare itself: specifications as data, and the hook marker.

A specification names its code by reference (`"module:attribute"`), so that declaring a format
imports nothing of it: lark, numpy, click and rich are paid for by the command that uses them.
"""

from __future__ import annotations

from overtrick.framework.spec.capabilities import (
    Capability,
    DealCounterSpec,
    ExtrasSpec,
    FixerSpec,
    LocatorSpec,
    SealSpec,
    SplitterSpec,
    TablesSpec,
)
from overtrick.framework.spec.commands import CommandSpec
from overtrick.framework.spec.formats import Confidence, FormatSpec, Probe, Requires, option
from overtrick.framework.spec.interface import API_VERSION, PROJECT_NAME, ApiVersion, hookimpl
from overtrick.framework.spec.kinds import Kind, Spec, SpecT
from overtrick.framework.spec.other_files import OtherFileSpec
from overtrick.framework.spec.rules import RuleSpec
from overtrick.framework.spec.views import ViewSpec

__all__ = [
    "API_VERSION",
    "PROJECT_NAME",
    "ApiVersion",
    "Capability",
    "CommandSpec",
    "Confidence",
    "DealCounterSpec",
    "ExtrasSpec",
    "FixerSpec",
    "FormatSpec",
    "Kind",
    "LocatorSpec",
    "OtherFileSpec",
    "Probe",
    "Requires",
    "RuleSpec",
    "SealSpec",
    "Spec",
    "SpecT",
    "SplitterSpec",
    "TablesSpec",
    "ViewSpec",
    "hookimpl",
    "option",
]
