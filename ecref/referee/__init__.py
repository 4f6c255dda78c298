"""ecref as a referee between implementations: test vectors, and the line protocol that any language can speak."""
