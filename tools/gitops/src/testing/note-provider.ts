// SPDX-License-Identifier: Apache-2.0
// Not the whole SDK, which takes a second of a processor at each start.
import { main, type Provider } from '@pulumi/pulumi/provider/index.js';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Provider for tests, whose cloud is a folder of files: a `note:index:Note` is a file with a text.
 * Drift is an edited file, and a resource that does not answer is a file whose name says so. The
 * real providers of Strata need a cluster; the same commands run with them in the sandbox.
 */
interface Note {
  /** Absolute path; another path makes it another note. */
  readonly file: string;
  readonly text: string;
}

const outputs = ({ file, text }: Note) => ({ file, text });

/** The SDK passes secrets as they are on the wire. */
function plain(text: unknown): string {
  return typeof text === 'object' && text !== null && 'value' in text
    ? String(text.value)
    : String(text);
}

async function write(note: Note): Promise<void> {
  while (existsSync(`${note.file}.wait`)) await sleep(100);
  if (note.text === 'refused')
    throw new Error(`the note ${note.file} is refused: Bearer canary-in-message`);
  writeFileSync(note.file, plain(note.text));
}

const notes: Provider = {
  version: '1.0.0',
  check: (_urn, _olds, news: Note) => Promise.resolve({ inputs: news, failures: [] }),
  diff: (_id, _urn, olds: Note, news: Note) =>
    Promise.resolve({
      changes: plain(olds.text) !== plain(news.text) || olds.file !== news.file,
      replaces: olds.file === news.file ? [] : ['file'],
    }),
  create: async (_urn, news: Note) => {
    await write(news);
    // Which notes were made, in their order; a note that was made twice stands there twice.
    const { NOTE_LOG: log } = process.env;
    if (log !== undefined) appendFileSync(log, `${news.file}\n`);
    return { id: news.file, outs: outputs(news) };
  },
  update: async (_id, _urn, _olds, news: Note) => {
    await write(news);
    return { outs: outputs(news) };
  },
  read: async (id, _urn, props: Note) => {
    while (existsSync(`${id}.dead`)) await sleep(100);
    // The message of pulumi-kubernetes (provider.go, Read) about a cluster whose API does not
    // answer.
    if (existsSync(`${id}.unreachable`))
      throw new Error('configured Kubernetes cluster is unreachable: connection refused');
    if (!existsSync(id)) return { id: '', props: {} };
    const live = { ...props, text: readFileSync(id, 'utf8') };
    return { id, props: outputs(live), inputs: outputs(live) };
  },
  delete: async (id) => {
    while (existsSync(`${id}.wait`)) await sleep(100);
    rmSync(id, { force: true });
  },
};

// Pulumi keeps the other end open as long as it lives.
process.stdin.on('end', () => process.exit(0)).resume();
await main(notes, process.argv.slice(2));
