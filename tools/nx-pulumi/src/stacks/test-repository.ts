// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/** A repository of its own, with the real package.json files, the real nx.json's plugin and one commit. */
export class TestRepository {
  readonly folder = mkdtempSync(join(tmpdir(), 'repository-'));
  readonly #env: NodeJS.ProcessEnv;

  /** @param files - besides the packages' own: stacks, docs. */
  constructor(files: Readonly<Record<string, string>>) {
    // Jest's own options are not for Nx.
    const env = { ...process.env };
    delete env.NODE_OPTIONS;
    const git = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
    const path = `${join(root, 'node_modules/.bin')}:${env.PATH ?? ''}`;
    this.#env = { ...env, ...git, PATH: path, NX_DAEMON: 'false', NX_TUI: 'false', CI: 'true' };
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
    cpSync(join(root, 'package.json'), join(this.folder, 'package.json'));
    for (const parent of ['packages', 'tools']) this.#copyManifests(parent);
    this.write('nx.json', JSON.stringify({ plugins: ['@strata/nx-pulumi/plugin'] }));
    this.write('.gitignore', 'node_modules\n.nx\n');
    for (const [file, text] of Object.entries(files)) this.write(file, text);
    this.git('init', '--quiet', '--initial-branch=main');
    this.git('config', 'user.email', 'somebody@example.org');
    this.git('config', 'user.name', 'Somebody');
    this.commit('start');
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  git(...args: readonly string[]): string {
    const options = { cwd: this.folder, env: this.#env, encoding: 'utf8' } as const;
    return execFileSync('git', args, options).trim();
  }

  /** @returns the commit. */
  commit(message: string): string {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', message);
    return this.git('rev-parse', 'HEAD');
  }

  nx(...args: readonly string[]): string {
    const options = { cwd: this.folder, env: this.#env, encoding: 'utf8' } as const;
    return execFileSync('nx', args, options);
  }

  /** Stacks that Nx calls affected by all that was committed since `base`. */
  affected(base: string): string[] {
    const args = ['--affected', '--with-target=preview', `--base=${base}`, '--head=HEAD', '--json'];
    return (JSON.parse(this.nx('show', 'projects', ...args)) as string[]).sort();
  }

  /** Seconds of processor that the same question takes. */
  affectedSeconds(base: string): number {
    const question = `nx show projects --affected --with-target=preview --base=${base} --head=HEAD`;
    const options = { cwd: this.folder, env: this.#env, encoding: 'utf8' } as const;
    const text = execFileSync('bash', ['-c', `${question} >&2; times`], {
      ...options,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    // The second line is of the children: user, then system.
    const [, children = ''] = text.trim().split('\n');
    return [...children.matchAll(/(\d+)m([\d.]+)s/g)]
      .map(([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds))
      .reduce((sum, one) => sum + one, 0);
  }

  #copyManifests(parent: string): void {
    for (const name of readdirSync(join(root, parent))) {
      for (const file of ['package.json', 'Pulumi.yaml']) {
        const from = join(root, parent, name, file);
        if (existsSync(from)) cpSync(from, join(this.folder, parent, name, file));
      }
    }
  }
}
