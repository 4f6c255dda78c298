"""Python runs this when it starts, if PYTHONPATH leads here: no child process of a test reaches the network."""

import no_network

no_network.install()
