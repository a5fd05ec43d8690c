// SPDX-License-Identifier: Apache-2.0
// The first thing every npm script runs: it must work in a fresh clone, with the machine's own
// Node and nothing installed. Hence plain JavaScript, no dependencies, and syntax and imports that
// an old Node can load, so that it can say that it is too old.
import { spawn } from 'child_process';
import { createHash } from 'crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'fs';
import { homedir } from 'os';
import { delimiter, dirname, isAbsolute, join } from 'path';
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'timers';
import { fileURLToPath } from 'url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const oldestNode = 20;
const toldLines = 8;
const installTimeoutMs = 15 * 60000;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** What each command runs, and what it is for. */
const commands = {
  start: ['tools/sandbox/src/main.ts', ['start'], 'bring the data centre in a box up'],
  stop: ['tools/sandbox/src/main.ts', ['down'], 'take it down'],
  sandbox: ['tools/sandbox/src/main.ts', [], 'look at it and work in it'],
  toolchain: ['tools/toolchain/src/main.ts', [], 'build the pinned tools that are missing'],
  manifests: [
    'tools/release-manifests/src/main.ts',
    [],
    "render the operators' install manifests, or bundle them",
  ],
  bench: ['bench/src/main.ts', [], 'measure Strata beside other tools'],
  fuzz: ['tools/config-fuzz/src/main.ts', [], 'try generated configurations of every program'],
  kills: ['e2e/src/kills/main.ts', [], 'kill parts of it at random moments, and look what is left'],
  mutate: [
    'tools/mutation/src/main.ts',
    [],
    'change sources, and look which change no test notices',
  ],
  fleet: ['tools/fleet/src/main.ts', [], 'write one HTML page of the whole fleet'],
  test: ['tools/test/src/main.ts', [], 'run every check and test'],
  strata: ['tools/cli/src/main.ts', [], 'all of this and more: npm run strata -- --help'],
};

/** Commands, beside `stop`, that a sandbox which runs is looked at and ended with. */
const ending = { sandbox: ['down', 'reset', 'status'], strata: ['reset', 'status', 'stop'] };

/** What is wrong and how to put it right; shown alone. */
class BootstrapError extends Error {}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= oldestNode) return;
  throw new BootstrapError(
    `Node ${process.versions.node} is too old: install Node ${oldestNode} or newer ` +
      '(https://nodejs.org) and put it first on PATH.',
  );
}

/** The same folder as in tools/toolchain/src/cache-dir.ts. */
function cacheDir(env) {
  const { STRATA_CACHE_DIR = '', XDG_CACHE_HOME = '', HOME = '' } = env;
  if (STRATA_CACHE_DIR) {
    if (isAbsolute(STRATA_CACHE_DIR)) return STRATA_CACHE_DIR;
    throw new BootstrapError(
      `STRATA_CACHE_DIR must be an absolute path, not "${STRATA_CACHE_DIR}".`,
    );
  }
  if (isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, 'strata');
  return join(isAbsolute(HOME) ? HOME : homedir(), '.cache', 'strata');
}

const lockFile = join(root, 'package-lock.json');
const installed = join(root, 'node_modules');
const stampFile = join(installed, '.strata-lock');
/** Folder with an empty file for each command that installs, named after its process. */
const installers = join(root, '.strata', 'npm-ci.running');
/**
 * Folder with a file for each command that runs, named likewise; it says which command that is. Those
 * of sandboxes (tools/sandbox/src/rack/mark-packages.ts) end in "-sandbox" and say what ends it.
 */
const users = join(root, '.strata', 'commands.running');
const workspaceNode = join(installed, '.bin', 'node');

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** What npm noted down about what it installed. */
const readInstalled = () => readIfThere(join(installed, '.package-lock.json'));

/** Whether what npm says it installed is what the lock file asks for. */
function matchesLock(lockText, installedText) {
  if (installedText === undefined) return false;
  try {
    const wanted = JSON.parse(lockText).packages;
    const found = JSON.parse(installedText).packages;
    const isSame = (path) => {
      const [want, have] = [wanted[path], found[path]];
      // npm leaves out optional packages for other platforms.
      if (have === undefined) return want.optional === true || path === '';
      return want.version === have.version && want.integrity === have.integrity;
    };
    return (
      Object.keys(wanted)
        // Workspaces are folders of this repository, linked from node_modules.
        .filter((path) => path.startsWith('node_modules/'))
        .every(isSame) && Object.keys(found).every((path) => path in wanted)
    );
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Stands for one lock file together with one installation. */
function stampOf(lockText, installedText) {
  return createHash('sha256')
    .update(lockText)
    .update('\0')
    .update(installedText || '')
    .digest('hex');
}

function writeStamp(digest) {
  // A reader sees the whole stamp or none.
  writeFileSync(`${stampFile}.${process.pid}`, digest);
  renameSync(`${stampFile}.${process.pid}`, stampFile);
}

/** npm itself: the one that runs this script, else the one on PATH. */
function npmCommand(env) {
  const { npm_execpath: script = '' } = env;
  return script.endsWith('npm-cli.js') ? [process.execPath, [script]] : ['npm', []];
}

/** Whether the terminal sends Ctrl-C to this process and its children, as tools/cli has it. */
function inForeground() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[2] === fields[5];
  } catch {
    return process.stdin.isTTY;
  }
}

/**
 * Runs a program to its end; resolves to its exit code or signal, to whether it took too long, and
 * to what it said if its output is not inherited. What asks this process to stop is passed on, so that the child ends in good
 * order and its end is this process's end.
 */
function runChild(command, args, { timeoutMs, ...options }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, options);
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) stream.on('data', (chunk) => chunks.push(chunk));
    }
    const forward = (signal) => {
      // A terminal sends Ctrl-C to the child as well; twice would mean more than once.
      if (signal !== 'SIGINT' || !inForeground()) child.kill(signal);
    };
    let isLate = false;
    const end = () => {
      isLate = true;
      child.kill('SIGTERM');
    };
    const timer = timeoutMs ? setTimeout(end, timeoutMs) : undefined;
    const settle = (act) => {
      clearTimeout(timer);
      for (const signal of signals) process.removeListener(signal, forward);
      act();
    };
    for (const signal of signals) process.on(signal, forward);
    child.once('error', (error) => settle(() => reject(error)));
    child.once('close', (code, signal) => {
      settle(() => resolve({ code, signal, isLate, output: chunks.join('') }));
    });
  });
}

/** Runs `npm ci` quietly. */
async function runNpmCi(env) {
  const [command, prefix] = npmCommand(env);
  const begin = Date.now();
  const progress = setInterval(() => {
    console.error(`Installing dependencies: ${Math.round((Date.now() - begin) / 1000)}s`);
  }, 15000);
  try {
    return await runChild(command, [...prefix, 'ci', '--no-audit', '--no-fund'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeoutMs: installTimeoutMs,
    });
  } finally {
    clearInterval(progress);
  }
}

const offline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET/;

function explainNpm({ code, signal, isLate, output }) {
  if (isLate) {
    return (
      `npm ci was not done after ${installTimeoutMs / 60000} minutes: check the network and npm's ` +
      'registry and proxy settings (`npm config list`), and run again. What it has fetched is kept.'
    );
  }
  if (signal) return `npm ci was ended by ${signal}: run the command again.`;
  const network = offline.exec(output);
  if (network) {
    return (
      `npm ci could not reach its registry (${network[0]}): check the network and npm's ` +
      'registry and proxy settings (`npm config list`), and run again.'
    );
  }
  if (output.includes('ENOSPC')) {
    return `npm ci found the disk full: free some space for ${installed} and run again.`;
  }
  // npm says what is wrong first and how it is used last.
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const errors = lines.filter((line) => line.startsWith('npm error'));
  const told = errors.length > 0 ? errors.slice(0, toldLines) : lines.slice(-toldLines);
  return [`npm ci failed (exit code ${code}):`, ...told.map((line) => `  ${line}`)].join('\n');
}

/** Whether the dependencies of this very lock file are there. */
function isInstalled() {
  const lockText = readFileSync(lockFile, 'utf8');
  const installedText = readInstalled();
  if (!existsSync(workspaceNode)) return false;
  const stamp = stampOf(lockText, installedText);
  if (readIfThere(stampFile) === stamp) return true;
  if (!matchesLock(lockText, installedText)) return false;
  writeStamp(stamp);
  return true;
}

/**
 * When a process started, in ticks since boot; empty where the system does not say. Process ids are
 * used again, so only both together name a process.
 */
function startOf(pid) {
  const stat = readIfThere(`/proc/${pid}/stat`) || '';
  // The name, in parentheses, may contain anything.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] || '';
}

function isAlive(pid, started) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return startOf(pid) === started;
}

/** Names the file of this process. */
const ownMark = () => `${process.pid}-${startOf(process.pid)}`;

function removeMark(path) {
  try {
    rmSync(path, { force: true });
  } catch {
    // It is another user's. A mark whose process is gone means nothing.
  }
}

/** Marks of other processes in a folder; removes what killed ones left. */
function othersIn(folder) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => {
    const [pid, started = ''] = name.split('-');
    if (Number(pid) === process.pid) return false;
    if (isAlive(Number(pid), started)) return true;
    removeMark(join(folder, name));
    return false;
  });
}

const pidOf = (mark) => Number(mark.split('-')[0]);

/** Two that gave way at the same moment come back at different ones. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 500 + Math.random() * 1000));

/** Installs dependencies unless they are there; of several commands, one does so at a time. */
async function install(env) {
  let isTold = false;
  while (!isInstalled()) {
    // Each first says that it installs and then looks for others: of two, at least one sees the other.
    mkdirSync(installers, { recursive: true });
    const own = join(installers, ownMark());
    writeFileSync(own, '');
    try {
      const [other] = othersIn(installers);
      if (other === undefined) {
        if (!isInstalled()) await installNow(env);
        return;
      }
      if (!isTold) {
        console.error(`Waiting for process ${pidOf(other)}, which installs dependencies ...`);
      }
      isTold = true;
    } finally {
      rmSync(own, { force: true });
    }
    await pause();
  }
}

/** npm removes all packages before it installs others, and with them those of programs that run. */
function refuseWhileUsed() {
  const [mark] = othersIn(users);
  if (mark === undefined) return;
  // A full disk leaves the file of a mark empty.
  const text = readIfThere(join(users, mark));
  const isSandbox = mark.endsWith('-sandbox');
  const end = text ? `"${text}"` : '"npx strata stop" (--name says which, where there are several)';
  throw new BootstrapError(
    `${isSandbox ? 'A sandbox' : text || 'Another command'} (process ${pidOf(mark)}) still uses the ` +
      `installed packages, and package-lock.json asks for others: ${
        isSandbox ? `end it with ${end} and run this again` : 'run this again when it has ended'
      }, or in a checkout of its own (\`git worktree add\`).`,
  );
}

/** Whether a command runs with packages that another one uses, and nobody may replace, whatever the lock file asks for. */
function takesOldPackages(name, [word]) {
  const isEnding = name === 'stop' || (ending[name] || []).includes(word);
  return isEnding && existsSync(workspaceNode) && othersIn(users).length > 0;
}

/** Says that this process uses the installed packages, where a file can be written: `npm stop` needs no free disk. */
function markUse(command) {
  const own = join(users, ownMark());
  try {
    mkdirSync(users, { recursive: true });
    writeFileSync(own, command);
  } catch (error) {
    if (!['EACCES', 'EDQUOT', 'ENOSPC', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
  return own;
}

/**
 * Does something with the installed packages, which nobody replaces meanwhile.
 *
 * @param words - of the command.
 */
async function withPackages([name, ...rest], env, act) {
  const tool = name === 'strata' ? 'npx strata' : `npm run ${name}${rest.length > 0 ? ' --' : ''}`;
  const command = [tool, ...rest].join(' ');
  for (;;) {
    if (!takesOldPackages(name, rest)) await install(env);
    // Like installers: it first says that it uses them and then looks for somebody who replaces them.
    const own = markUse(command);
    try {
      if (othersIn(installers).length === 0) return await act();
    } finally {
      removeMark(own);
    }
    await pause();
  }
}

async function installNow(env) {
  refuseWhileUsed();
  const lockText = readFileSync(lockFile, 'utf8');
  console.error('Installing dependencies (npm ci, about a minute) ...');
  const begin = Date.now();
  let result;
  try {
    result = await runNpmCi(env);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    throw new BootstrapError(
      `npm is missing: install Node ${oldestNode} or newer with npm (https://nodejs.org).`,
    );
  }
  if (result.code !== 0) throw new BootstrapError(explainNpm(result));
  if (!existsSync(workspaceNode)) {
    throw new BootstrapError(
      'npm ci left out the Node this repository runs on: allow install scripts ' +
        '(`npm config set ignore-scripts false`) and run again.',
    );
  }
  writeStamp(stampOf(lockText, readInstalled()));
  console.error(`Dependencies installed in ${Math.round((Date.now() - begin) / 1000)}s.`);
}

/** Folder of compiled code; undefined where it cannot be made: it only saves time. */
function compileCache(env) {
  if (env.NODE_COMPILE_CACHE) return env.NODE_COMPILE_CACHE;
  const cache = join(cacheDir(env), 'node-compile-cache');
  try {
    mkdirSync(cache, { recursive: true });
    return cache;
  } catch {
    return undefined;
  }
}

/** Hands over to the workspace's Node. */
function run(entry, args, env) {
  const cache = compileCache(env);
  const own = {
    ...(cache && { NODE_COMPILE_CACHE: cache }),
    PATH: [join(installed, '.bin'), env.PATH].filter(Boolean).join(delimiter),
  };
  return runChild(workspaceNode, [join(root, entry), ...args], {
    stdio: 'inherit',
    env: { ...env, ...own },
  });
}

function usage() {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(
    ([name, [, , purpose]]) => `  ${name.padEnd(width)}  ${purpose}`,
  );
  return ['Usage: npm run <command> [-- arguments]', '', ...lines].join('\n');
}

/** Ends this process as the child ended. */
function endLike({ code, signal }) {
  if (!signal) {
    process.exitCode = code;
    return;
  }
  process.exitCode = 1;
  process.kill(process.pid, signal);
}

async function main([name, ...rest]) {
  checkNode();
  if (!Object.prototype.hasOwnProperty.call(commands, name || '')) {
    throw new BootstrapError(name ? `Unknown command "${name}".\n\n${usage()}` : usage());
  }
  const [entry, args] = commands[name];
  const end = await withPackages([name, ...rest], process.env, () =>
    run(entry, args.concat(rest), process.env),
  );
  endLike(end);
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof BootstrapError ? error.message : error);
  process.exitCode = 1;
});
