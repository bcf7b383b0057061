"""Tables from outcomes."""
