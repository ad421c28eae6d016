"""Programs as students write them, right and wrong: the tests check them, and the catalogue shows some of them."""
