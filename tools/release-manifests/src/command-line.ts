// SPDX-License-Identifier: Apache-2.0
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultRelease, findRelease, releases, suggestion } from '@strata/contracts';
import { ManifestError, messageOf } from '@strata/manifests';

export const usage = `Usage: npm run manifests -- [options]

Renders the upstream install manifests that are missing from the cache, and checks all of them
against their locks. Without options: those of the default release, ${defaultRelease}.

  --release <name>   those of this release; may be repeated
  --optional         and those of the optional operators
  --all              those of every release, and of the optional operators

  --bundle <folder>  everything for a site without network: manifests (with the optional operators),
                     the list of images, and a script that copies them to a registry
  --image <image>    put this image on the list as well; may be repeated

  --check            render every manifest into a temporary folder and compare it with the locks
  --update-lock      render every manifest into the cache and write the locks
  --help             this`;

/** Selection of manifests. */
export interface Scope {
  readonly releases: readonly string[];
  /** Whether the optional operators are included. */
  readonly optional: boolean;
}

/** Parsed command of the user. */
export type Command =
  | { readonly action: 'check' | 'update-lock' | 'help' }
  | { readonly action: 'ensure'; readonly scope: Scope }
  | {
      readonly action: 'bundle';
      readonly folder: string;
      readonly scope: Scope;
      /** Images that the releases do not name. */
      readonly images: readonly string[];
    };

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        release: { type: 'string', multiple: true },
        optional: { type: 'boolean' },
        all: { type: 'boolean' },
        image: { type: 'string', multiple: true },
        check: { type: 'boolean' },
        'update-lock': { type: 'boolean' },
        bundle: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new ManifestError(`${messageOf(error)}\n\n${usage}`);
  }
}

type Options = ReturnType<typeof parse>;

/** Groups of options that exclude each other. */
const exclusive: readonly (readonly (keyof Options)[])[] = [
  ['check', 'update-lock', 'bundle'],
  ['check', 'release'],
  ['check', 'optional'],
  ['check', 'all'],
  ['update-lock', 'release'],
  ['update-lock', 'optional'],
  ['update-lock', 'all'],
  ['all', 'release'],
];

function refuseContradictions(options: Options): void {
  for (const group of exclusive) {
    const [one, other] = group.filter((name) => options[name] !== undefined);
    if (one && other) throw new ManifestError(`--${one} and --${other} exclude each other.`);
  }
  if (options.image && options.bundle === undefined) {
    throw new ManifestError('--image is for --bundle.');
  }
}

function scopeOf({ release, optional = false, all = false }: Options): Scope {
  const known = releases.map(({ name }) => name);
  if (all) return { releases: known, optional: true };
  for (const name of release ?? []) {
    if (findRelease(name)) continue;
    throw new ManifestError(`There is no release "${name}"; ${suggestion(name, known)}`);
  }
  return { releases: release ?? [defaultRelease], optional };
}

/**
 * Parses the name of an image. It may begin with `docker://`, as configuration names disks of VMs.
 */
function imageOf(text: string): string {
  const image = text.replace(/^docker:\/\//, '');
  if (/^[\w./:@-]+$/.test(image)) return image;
  throw new ManifestError(`"${text}" is not an image, such as quay.io/example/image:v1.`);
}

/**
 * Reads the arguments of the command.
 *
 * @param folder base of relative paths.
 * @throws ManifestError when an option or a release is unknown, or two options exclude each other.
 */
export function parseCommand(args: readonly string[], folder: string): Command {
  const options = parse(args);
  if (options.help) return { action: 'help' };
  refuseContradictions(options);
  if (options.check) return { action: 'check' };
  if (options['update-lock']) return { action: 'update-lock' };
  const scope = scopeOf(options);
  if (options.bundle === undefined) return { action: 'ensure', scope };
  return {
    action: 'bundle',
    folder: resolve(folder, options.bundle),
    scope: { ...scope, optional: true },
    images: (options.image ?? []).map(imageOf),
  };
}
