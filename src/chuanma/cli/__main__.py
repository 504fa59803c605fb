"""`python -m chuanma.cli`."""

from chuanma.cli import main

if __name__ == "__main__":
    main()
