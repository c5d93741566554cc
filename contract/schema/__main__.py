"""`python -m contract.schema`: write the committed schema files from the models."""

from contract.schema import write

if __name__ == "__main__":
    write()
