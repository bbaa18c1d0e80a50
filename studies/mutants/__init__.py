"""Mutation testing of the judge: does a test fail where one line of it says something else?"""
