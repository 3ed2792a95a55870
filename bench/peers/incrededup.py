"""incrededup.py COMMAND FILE OUT: runs the command on a table of SQLite that is made before the clock starts; its list has a pair for each text that it calls a copy."""
import signal
import sqlite3
import subprocess
import sys
import tempfile
import uuid
from common import Timer, report, texts

command, documents, out = sys.argv[1], texts(sys.argv[2]), sys.argv[3]
with tempfile.TemporaryDirectory() as folder:
    path = f'{folder}/documents.sqlite'
    database = sqlite3.connect(path)
    database.execute('CREATE TABLE documents (id TEXT PRIMARY KEY, content TEXT NOT NULL, content_len INTEGER NOT NULL, filename TEXT, is_parent INTEGER)')
    rows = ((str(uuid.UUID(int=number)), text, len(text.encode()), None, None) for number, text in enumerate(documents))
    database.executemany('INSERT INTO documents VALUES (?, ?, ?, ?, ?)', rows)
    database.commit()
    database.close()
    with Timer() as timer:
        args = ['--sqlite', path, '--data-dir', f'{folder}/index', '--threshold', '0.8', '--min-content-len', '1', '--workers', '2']
        child = subprocess.Popen([command, *args], stdout=subprocess.DEVNULL)
        # Who stops this script stops the command.
        signal.signal(signal.SIGTERM, lambda *_: (child.kill(), sys.exit(1)))
        if child.wait():
            sys.exit('incrededup failed')
    database = sqlite3.connect(path)
    pairs = [tuple(uuid.UUID(id).int for id in row) for row in database.execute('SELECT child_id, parent_id FROM dupes')]
    database.close()
report(timer.seconds, f'{len(pairs)} copies')
with open(out, 'w') as lines:
    for a, b in sorted(sorted(pair) for pair in pairs):
        print(f'{a} {b}', file=lines)
