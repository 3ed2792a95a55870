"""Shared by the peers' scripts: the texts, their shingles, and the result as one line of JSON."""
import json, re, sys, time

def texts(path):
    with open(path, encoding='utf8') as lines:
        return [json.loads(line)['text'] for line in lines]

def shingles(text, n=3):
    """Word n-grams as leitong makes them: lower case, joined by spaces; a short text is one shingle."""
    words = re.findall(r'\w+', text.lower())
    return [' '.join(words[i:i + n]) for i in range(len(words) - n + 1)] or [' '.join(words)]

def report(seconds, answer):
    print(json.dumps({'seconds': seconds, 'answer': answer}))

class Timer:
    def __enter__(self):
        self.start = time.perf_counter()
        return self

    def __exit__(self, *_):
        self.seconds = time.perf_counter() - self.start
