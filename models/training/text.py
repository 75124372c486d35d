"""Questions as tokens. Demur's Java code does the same, token by token: keep them together."""

import re

TOKEN = re.compile(r"[a-z]+|[0-9]+(?:\.[0-9]+)?|[^\sa-z0-9]")
NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
VALUE = "<value>"  # a mention of more than one word, or one whose word is unknown
NUMBER_WORDS = {
    "two": "2", "three": "3", "four": "4", "five": "5",
    "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
}  # fmt: skip


def tokens(text):
    return TOKEN.findall(text.lower())


class Gazetteer:
    """The values of columns by their words. A source is a column as one way reaches it."""

    def __init__(self, sources):
        """`sources`: for each source its values."""
        self.size = len(sources)
        self.values = {}
        self.longest = 1
        for source, texts in enumerate(sources):
            for value in sorted(texts):
                words = tuple(tokens(value))
                if words and not (len(words) == 1 and NUMBER.fullmatch(words[0])):
                    self.values.setdefault(words, (value, set()))[1].add(source)
                    self.longest = max(self.longest, len(words))

    def mention(self, words, start):
        """The longest value that begins here: (end, value, sources); None where there is none."""
        for end in range(min(len(words), start + self.longest), start, -1):
            found = self.values.get(tuple(words[start:end]))
            if found:
                return end, *found
        return None


class Token:
    """A word or a mention of a value.

    word: as the model sees it; copy: what a statement can take over, None for other words;
    sources: those that have the value.
    """

    __slots__ = ("word", "copy", "sources")

    def __init__(self, word, copy=None, sources=()):
        self.word, self.copy, self.sources = word, copy, sources


def number_word(number):
    """Numbers above 99 and fractions are alike by their length."""
    if "." in number:
        return "<fraction>"
    return number if len(number) <= 2 else "<%d digits>" % min(len(number), 9)


def read(text, gazetteer):
    words = tokens(text)
    read, at = [], 0
    while at < len(words):
        word = words[at]
        mention = gazetteer.mention(words, at)
        if mention:
            end, value, sources = mention
            read.append(Token(word if end == at + 1 else VALUE, value, sources))
            at = end
            continue
        if NUMBER.fullmatch(word):
            read.append(Token(number_word(word), word))
        else:
            read.append(Token(word, NUMBER_WORDS.get(word)))
        at += 1
    return read
