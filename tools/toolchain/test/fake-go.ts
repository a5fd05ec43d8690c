// SPDX-License-Identifier: Apache-2.0
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../src/progress.ts';

/** Makes one executable per package named on the command line, as `go build -o=<folder>/` does. */
export const buildsAll = `
  out=
  for word in "$@"; do
    case "$word" in
      -o=*) out="\${word#-o=}" ;;
      build|-*) ;;
      .) one="$(sed -n 's,^module .*/,,p' go.mod)"; make "$out$one" ;;
      *) one="\${word%/v[0-9]}"; make "$out\${one##*/}" ;;
    esac
  done`;

/** Fails as Go does, with these words on standard error. */
export const failsWith = (...lines: string[]) =>
  `${lines.map((line) => `echo '${line}' >&2`).join('\n')}\nexit 1`;

/** Behaviour of the fake Go, as shell code. */
export interface Behaviour {
  /** @default go1.26.8 */
  readonly version?: string;
  /** Run for `go list`. @default two dependencies, one of them downloaded */
  readonly list?: string;
  /** Run for `go build`. @default makes what is asked for */
  readonly build?: string;
}

/** A temporary machine: a home, a cache, and a PATH on which only a fake Go is. */
export interface Machine {
  readonly home: string;
  readonly bin: string;
  readonly cache: string;
  readonly env: NodeJS.ProcessEnv;
  readonly setGo: (behaviour: Behaviour) => Promise<void>;
  /** The command lines that Go got, without `go env`. */
  readonly goCalls: () => Promise<string[]>;
  readonly remove: () => Promise<void>;
}

function script(machine: { home: string }, behaviour: Behaviour): string {
  const { version = 'go1.26.8', build = buildsAll } = behaviour;
  const list = behaviour.list ?? 'echo "go: downloading k8s.io/api v0.35.4" >&2; echo fmt; echo os';
  const answer = JSON.stringify({
    GOVERSION: version,
    GOHOSTOS: 'linux',
    GOHOSTARCH: 'amd64',
    GOCACHE: `${machine.home}/gocache`,
    GOMODCACHE: `${machine.home}/gomodcache`,
    GOPROXY: 'https://proxy.example',
  });
  return `#!/bin/sh
PATH=/usr/bin:/bin
make() { printf '#!/bin/sh\\necho %s\\n' "\${1##*/}" > "$1"; chmod +x "$1"; }
[ "$1" = env ] || echo "$*" >> ${machine.home}/calls
case "$1" in
env) echo '${answer}' ;;
list) case "$*" in *.Dir*) echo ${machine.home}/module/pkg/version ;; *) ${list} ;; esac ;;
build) ${build} ;;
esac
`;
}

/** Makes a machine with a Go that works. */
export async function makeMachine(): Promise<Machine> {
  const home = await mkdtemp(join(tmpdir(), 'strata-toolchain-'));
  const bin = join(home, 'bin');
  const cache = join(home, 'cache');
  const embeds = join(home, 'module', 'cmd', 'pulumi-resource-kubernetes');
  await mkdir(bin);
  await mkdir(join(home, 'module', 'pkg', 'version'), { recursive: true });
  await mkdir(embeds, { recursive: true });
  await writeFile(join(embeds, 'schema.json'), '{}');
  await writeFile(join(embeds, 'terraform-mapping.json'), '{}');
  const setGo = (behaviour: Behaviour) =>
    writeFile(join(bin, 'go'), script({ home }, behaviour), { mode: 0o755 });
  await setGo({});
  const noteCall = `#!/bin/sh\nPATH=/usr/bin:/bin\necho "git $*" >> ${home}/calls\n`;
  await writeFile(join(bin, 'git'), noteCall, { mode: 0o755 });
  return {
    home,
    bin,
    cache,
    // Tests about downloads have a server and a table of their own; no other one asks a server.
    env: { HOME: home, PATH: bin, STRATA_CACHE_DIR: cache, STRATA_TOOLS: 'build' },
    setGo,
    goCalls: async () => {
      const calls = await readFile(join(home, 'calls'), 'utf8').catch(() => '');
      return calls.split('\n').slice(0, -1);
    },
    remove: () => rm(home, { recursive: true, force: true }),
  };
}

/** Keeps what is reported, with every duration written as `0s`. */
export function recordingReport(): Report & {
  readonly lines: string[];
  readonly states: string[];
} {
  const lines: string[] = [];
  const states: string[] = [];
  const plain = (text: string) => text.replace(/\b\d+s\b/g, '0s');
  return {
    lines,
    states,
    line: (text) => lines.push(plain(text)),
    status: (text) => states.push(plain(text)),
  };
}
