"""Certificates: what somebody who trusts none of this code needs to derive the verdicts of a run again."""
