"""Checks of the four functions of a state alone, on the shapes of trees and on a real board."""
