// SPDX-License-Identifier: Apache-2.0
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedFolder } from '../cached-folder.ts';
import { MissingPrerequisite } from '../missing-prerequisite.ts';
import { runCommand } from '../run-command.ts';
import { makeDebianTree, suite, type DebianRecipe } from './mmdebstrap.ts';

/**
 * Debian packages that this host runs to make and boot machines. They are unpacked, never
 * installed.
 */
const recipe: DebianRecipe = {
  variant: 'extract',
  packages: [
    'qemu-system-x86',
    'qemu-utils',
    // mke2fs 1.47.1 and newer reads a tar archive through libarchive, so root is not needed.
    'e2fsprogs',
    'libarchive13t64',
    'genisoimage',
    // Contains the header and the static archive that runc is linked with.
    'libseccomp-dev',
  ],
};

/** Programs and data of the unpacked packages. */
export interface HostTools {
  /** Returns a command of the packages: its program, and arguments that come before all others. */
  readonly command: (
    program: 'mke2fs' | 'genisoimage' | 'qemu-img' | 'qemu-system-x86_64',
  ) => string[];
  /** Path of a replacement for pkg-config in the build of runc, which knows only libseccomp. */
  readonly pkgConfig: string;
}

const folders = {
  mke2fs: 'usr/sbin',
  genisoimage: 'usr/bin',
  'qemu-img': 'usr/bin',
  'qemu-system-x86_64': 'usr/bin',
} as const;

const libraries = 'usr/lib/x86_64-linux-gnu';

/** Folders with QEMU's firmware. The paths that are compiled into it do not exist on the host. */
const firmware = ['usr/share/qemu', 'usr/share/seabios'];

/**
 * Returns a replacement for pkg-config, see pkgconf(1).
 *
 * @param where - folder that the packages will be in.
 */
const pkgConfigScript = (where: string) => `#!/bin/sh
case "$*" in
  *--cflags*libseccomp*) echo "-I${where}/usr/include" ;;
  *--libs*libseccomp*) echo "-L${where}/${libraries} -lseccomp" ;;
  *) exit 1 ;;
esac
`;

/** Downloads and unpacks the packages at the first call. */
export async function ensureHostTools(): Promise<HostTools> {
  if (process.arch !== 'x64' || process.platform !== 'linux') {
    throw new MissingPrerequisite('machines are booted on Linux and x86-64 only');
  }
  const root = await cachedFolder(
    'host-tools',
    [suite, recipe, pkgConfigScript('')],
    async (folder) => {
      const archive = join(folder, 'tree.tar');
      await makeDebianTree(recipe, archive);
      await runCommand([
        'tar',
        '--extract',
        '--file',
        archive,
        '--directory',
        folder,
        './usr',
        './etc',
      ]);
      await rm(archive);
      await mkdir(join(folder, 'bin'));
    },
  );
  const pkgConfig = join(root, 'bin/pkg-config');
  await writeFile(pkgConfig, pkgConfigScript(root));
  await chmod(pkgConfig, 0o755);
  const loader = [
    join(root, libraries, 'ld-linux-x86-64.so.2'),
    '--library-path',
    join(root, libraries),
  ];
  return {
    pkgConfig,
    command: (program) => [
      ...loader,
      join(root, folders[program], program),
      ...(program === 'qemu-system-x86_64'
        ? firmware.flatMap((path) => ['-L', join(root, path)])
        : []),
    ],
  };
}
