// SPDX-License-Identifier: Apache-2.0
import { builtTool, makeResticRepository } from '@strata/testing';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BackupConfig } from '../../config/index.ts';
import { testContext } from '../../test-context.ts';
import { renderBackupPod } from '../render-backup-pod.ts';

/** A container of the rendered pod, as far as a process needs it. */
interface Step {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
}

/** Exit code and output of a process. */
export interface Ended {
  readonly code: number;
  readonly said: string;
}

const clients = 'etcd-clients-3.6.5';
const programs: Readonly<Record<string, string>> = {
  etcdctl: builtTool(clients, 'etcdctl'),
  etcdutl: builtTool(clients, 'etcdutl'),
  restic: builtTool('restic-0.18.1', 'restic'),
};

/** Runs a program to its end. */
export function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const path = `${dirname(programs.restic ?? '')}:${process.env.PATH ?? ''}`;
  const options = { env: { PATH: path, ...env }, maxBuffer: 1 << 26 };
  return new Promise((resolve) => {
    execFile(programs[program] ?? program, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 255;
      resolve({ code, said: `${stdout}${stderr}` });
    });
  });
}

/** Returns a word of a container's command or variables with its path inside of a folder. */
export function inFolder(folder: string, word: string): string {
  return word.replace(
    /^((?:--)?[a-z0-9-]+=)?(?=\/(snapshot|former|etc\/backup|tmp|backups|disks))/,
    `$1${folder}`,
  );
}

/** Runs the containers of the pod that is rendered for a configuration, as processes on this machine. */
export class BackupRun {
  readonly #folder: string;
  readonly #steps: readonly Step[];
  readonly #env: Readonly<Record<string, string>>;
  readonly #etcd: string;
  readonly #password: string;

  /**
   * @param folder - the root of the containers' files; the certificates are there already.
   * @param etcd - address of etcd, instead of its name in the cluster's DNS.
   * @param secrets - values of variables that the pod has from Secrets.
   * @param more - variables that no pod has.
   */
  constructor(
    folder: string,
    backup: BackupConfig,
    etcd: string,
    secrets: Readonly<Record<string, string>>,
    password: string,
    more: Readonly<Record<string, string>> = {},
  ) {
    this.#folder = folder;
    this.#etcd = etcd;
    this.#password = password;
    const pod = renderBackupPod(testContext(), backup);
    this.#steps = [...pod.initContainers, ...pod.containers] as unknown as Step[];
    const store = this.#steps.at(-1)?.env ?? [];
    const ofPod = store.map(({ name, value }) => [
      name,
      this.#inside(value ?? secrets[name] ?? ''),
    ]);
    this.#env = { ...(Object.fromEntries(ofPod) as Record<string, string>), ...more };
    const script = readFileSync(new URL('../scripts/store.sh', import.meta.url), 'utf8');
    this.#write('etc/backup/settings/store.sh', script);
    this.#write('etc/backup/store/password', password);
    mkdirSync(join(folder, 'tmp'), { recursive: true });
  }

  /** Makes the repository, in a volume. It has a key that is quick to derive; that of a first backup is not. */
  makeRepository(): void {
    const { RESTIC_REPOSITORY: path = '' } = this.#env;
    makeResticRepository(path, this.#password);
  }

  /** Variables of restic. */
  get variables(): Readonly<Record<string, string>> {
    return this.#env;
  }

  /** The file that one step after the other works on. */
  get snapshot(): string {
    return join(this.#folder, 'snapshot/etcd.db');
  }

  /** Runs all steps, as Kubernetes does: the next one only if the one before has gone well. */
  async all(): Promise<Ended & { readonly step: string }> {
    this.clear();
    let last = { code: 0, said: '', step: '' };
    for (const { name } of this.#steps) {
      last = { ...(await this.step(name)), step: name };
      if (last.code !== 0) return last;
    }
    return last;
  }

  /** Gives the pod an empty volume, as a new one has. */
  clear(): void {
    rmSync(join(this.#folder, 'snapshot'), { recursive: true, force: true });
    mkdirSync(join(this.#folder, 'snapshot'), { recursive: true });
  }

  /** Runs one step. */
  step(name: string): Promise<Ended> {
    const found = this.#steps.find((one) => one.name === name);
    const [program = '', ...args] = (found?.command ?? []).map((word) => this.#inside(word));
    return run(program, args, this.#env);
  }

  /** Runs restic on the same repository. */
  restic(...args: readonly string[]): Promise<Ended> {
    return run('restic', args, this.#env);
  }

  /** Returns the IDs of the backups in the repository, the oldest first. */
  async stored(): Promise<string[]> {
    const { said } = await this.restic('snapshots', '--no-lock', '--json', '--quiet');
    return (JSON.parse(said) as { readonly id: string }[]).map(({ id }) => id);
  }

  #inside(word: string): string {
    return inFolder(this.#folder, word).replace(/^--endpoints=.*/, `--endpoints=${this.#etcd}`);
  }

  #write(path: string, content: string): void {
    mkdirSync(dirname(join(this.#folder, path)), { recursive: true });
    writeFileSync(join(this.#folder, path), content);
  }
}
