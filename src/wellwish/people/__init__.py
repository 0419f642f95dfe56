"""People: the people whose dates your account stores."""
