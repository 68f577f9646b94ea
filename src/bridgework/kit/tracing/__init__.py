"""Which request it was: through to what is done in the background, and out to a collector.

`origins.py` has a row remember the request that wrote it, so that whoever works on the row later
logs and traces it as that request's. `tracer.py` is what the house knows of an export of traces,
which is off unless asked for; `otlp.py` is that export, by OpenTelemetry.
"""
