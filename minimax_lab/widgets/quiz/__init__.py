"""The pruning quiz: which branches will alpha-beta never look at?"""
