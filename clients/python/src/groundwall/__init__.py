"""Client of the Groundwall HTTP API."""

from ._client import AsyncGroundwall, Groundwall
from ._requests import GroundwallError

__all__ = ["AsyncGroundwall", "Groundwall", "GroundwallError"]
