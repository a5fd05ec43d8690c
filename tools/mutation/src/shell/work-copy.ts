// SPDX-License-Identifier: Apache-2.0
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Command in front of that of Jest: it gives the tests process IDs of their own. A changed script may run
 * for ever, in a process group of its own; it ends with the tests.
 */
const inOwnProcesses = [
  'unshare',
  '--pid',
  '--fork',
  '--kill-child=SIGKILL',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-current-user']),
] as const;

/** Number of paths in one command line. */
const batch = 1_000;

/** How the tests of a changed script end. */
export type TestEnd = 'passed' | 'failed' | 'timeout';

/**
 * A copy of the files of the repository, those that nobody has added to git included, in which one script is
 * changed and its tests run: a measurement that is cut off leaves no changed script behind, and whoever edits
 * the repository meanwhile changes nothing in it. Only its modules are hard links.
 */
export class WorkCopy {
  readonly #folder: string;
  /** Process group of the tests that run. */
  #running: number | undefined;

  /**
   * @param root - root folder of the repository.
   * @param folder - becomes the copy; what is there is deleted. It must be on the same file system.
   */
  constructor(root: string, folder: string) {
    this.#folder = folder;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const flags = ['-z', '--cached', '--others', '--exclude-standard'];
    const listed = execFileSync('git', ['ls-files', ...flags], { cwd: root, encoding: 'utf8' });
    const modules = globSync('{.,bench,e2e,packages/*,tools/*}/node_modules', { cwd: root });
    const copy = (...args: readonly string[]) =>
      execFileSync('cp', ['--archive', '--parents', ...args, folder], { cwd: root });
    copy('--link', ...modules);
    const files = listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
    for (let from = 0; from < files.length; from += batch) copy(...files.slice(from, from + batch));
  }

  read(file: string): string {
    return readFileSync(join(this.#folder, file), 'utf8');
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.#folder, file), text);
  }

  /**
   * Runs test files until one fails.
   *
   * @param seconds - after them the tests are ended with all that they have started.
   */
  async test(files: readonly string[], seconds: number): Promise<TestEnd> {
    const jest = join(this.#folder, 'node_modules/jest/bin/jest.js');
    const flags = ['--selectProjects', 'unit', '--maxWorkers=1', '--bail', '--runTestsByPath'];
    const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', jest];
    const [unshare, ...own] = inOwnProcesses;
    const child = spawn(unshare, [...own, process.execPath, ...node, ...flags, ...files], {
      cwd: this.#folder,
      stdio: 'ignore',
      detached: true,
    });
    this.#running = child.pid;
    const timer = setTimeout(() => this.#stop(), seconds * 1_000);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    clearTimeout(timer);
    this.#running = undefined;
    if (code === null) return 'timeout';
    return code === 0 ? 'passed' : 'failed';
  }

  #stop(): void {
    if (this.#running !== undefined) process.kill(-this.#running, 'SIGKILL');
  }

  /** Ends tests that run, and deletes the copy. */
  remove(): void {
    this.#stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
