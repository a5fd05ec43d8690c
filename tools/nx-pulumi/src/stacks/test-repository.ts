// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');
const plugin = '@strata/nx-pulumi/plugin';

/**
 * A repository of its own, with the sources of all packages and tools, the real nx.json's plugin
 * and one commit.
 */
export class TestRepository {
  readonly folder = mkdtempSync(join(tmpdir(), 'repository-'));
  readonly #env: NodeJS.ProcessEnv;

  /** @param files - besides the sources: stacks, docs. */
  constructor(files: Readonly<Record<string, string>>) {
    // Jest's own options are not for Nx.
    const env = { ...process.env };
    delete env.NODE_OPTIONS;
    const git = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
    const path = `${join(root, 'node_modules/.bin')}:${env.PATH ?? ''}`;
    this.#env = { ...env, ...git, PATH: path, NX_DAEMON: 'false', NX_TUI: 'false', CI: 'true' };
    for (const file of ['package.json', 'package-lock.json', '.nvmrc', 'tsconfig.base.json']) {
      cpSync(join(root, file), join(this.folder, file));
    }
    for (const parent of ['packages', 'tools']) this.#copySources(parent);
    this.#linkPackages();
    this.#usePlugins(plugin);
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

  /** Adds a blank line to a file. */
  append(file: string): void {
    this.write(file, `${readFileSync(join(this.folder, file), 'utf8')}\n`);
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

  /** Asks Nx something that it answers without the plugin. */
  withoutPlugin<Answer>(ask: () => Answer): Answer {
    this.#usePlugins();
    try {
      return ask();
    } finally {
      this.#usePlugins(plugin);
    }
  }

  #usePlugins(...plugins: readonly string[]): void {
    this.write('nx.json', JSON.stringify({ plugins }));
  }

  #copySources(parent: string): void {
    cpSync(join(root, parent), join(this.folder, parent), {
      recursive: true,
      filter: (file) => basename(file) !== 'node_modules',
    });
    for (const name of readdirSync(join(this.folder, parent))) {
      const own = join(parent, name, 'node_modules');
      if (existsSync(join(root, own))) symlinkSync(join(root, own), join(this.folder, own));
    }
  }

  /** Other people's packages from the real repository, and the copies of its own. */
  #linkPackages(): void {
    const from = join(root, 'node_modules');
    const to = join(this.folder, 'node_modules');
    mkdirSync(join(to, '@strata'), { recursive: true });
    for (const name of readdirSync(from).filter((one) => one !== '@strata')) {
      symlinkSync(join(from, name), join(to, name));
    }
    for (const name of readdirSync(join(from, '@strata'))) {
      symlinkSync(readlinkSync(join(from, '@strata', name)), join(to, '@strata', name));
    }
  }
}
