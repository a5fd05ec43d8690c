// SPDX-License-Identifier: Apache-2.0
import { parseArgs } from 'node:util';
import { nameOption } from '../control-client.ts';
import { instanceAt, readJsonFile, type Instance } from '../instance.ts';
import { NotYetThere } from '../kubelet/environment.ts';
import { optionalTools } from '../required-tools.ts';
import { resolveSettings } from '../settings.ts';
import { serveControl } from './control-server.ts';
import { limitLogFiles } from './log-files.ts';
import { Rack } from './rack.ts';

function binaryLookup(instance: Instance): (tool: string, binary: string) => string {
  const read = () => readJsonFile(instance.binariesFile) as Record<string, string | undefined>;
  const paths = read();
  return (tool, binary) => {
    const key = `${tool}/${binary}`;
    // "up" adds what was built since this rack has started.
    const path = (paths[key] ??= read()[key]);
    if (path !== undefined) return path;
    const name = nameOption(instance);
    const isOptional = optionalTools.some((name) => name === tool);
    const fix = isOptional
      ? `npm run toolchain -- --only ${tool}, then npm run sandbox -- up${name}`
      : `npm run sandbox -- up${name} --releases with every release that shall run`;
    throw new NotYetThere(`${binary} of ${tool} is not built: run ${fix}`);
  };
}

/** Milliseconds between two updates of the recorded process ids. */
const recordPidsEvery = 5_000;

function log(message: string): void {
  console.log(`${new Date().toISOString()} ${message}`);
}

/** Starts the rack as its first process, answers questions about it, and stops it. */
async function main(): Promise<void> {
  const options = { name: { type: 'string' }, 'state-dir': { type: 'string' } } as const;
  const { values } = parseArgs({ options });
  const instance = instanceAt(values.name, values['state-dir']);
  const rack = new Rack({
    instance,
    settings: resolveSettings(instance),
    binaryPath: binaryLookup(instance),
    log,
  });
  const end = () => {
    rack.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log(`stopping failed: ${String(error)}`);
        process.exit(1);
      },
    );
  };
  // The whole rack ends with this process, so it logs and survives errors that nobody caught.
  process.on('uncaughtException', (error) => log(`uncaught: ${error.stack ?? error.message}`));
  process.on('unhandledRejection', (reason) => log(`unhandled: ${String(reason)}`));
  process.on('SIGTERM', end).on('SIGINT', end);
  process.on('SIGHUP', () => undefined);
  await serveControl(instance.controlSocket, () => rack.status());
  limitLogFiles(instance.logsDir);
  setInterval(() => {
    rack.status().catch((error: unknown) => log(`status: ${String(error)}`));
  }, recordPidsEvery).unref();
  await rack.status();
  try {
    await rack.start();
  } catch (error) {
    log(`failed: ${(error as Error).stack ?? String(error)}`);
    rack.fail(error as Error);
  }
}

await main();
