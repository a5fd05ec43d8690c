// SPDX-License-Identifier: Apache-2.0

/**
 * Returns the folder at which a guest has mounted a disk, by the kernel's list of mounts; undefined when
 * the disk is not mounted. A disk is a folder that is mounted at its path in /dev, and its file system is
 * the folder `files` in it.
 *
 * @param mounts - content of /proc/self/mountinfo.
 * @param device - path of the disk, with the guest's root.
 * @see https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html
 */
export function mountedFolder(mounts: string, device: string, root: string): string | undefined {
  const all = mounts.split('\n').map((line) => {
    const [, , disk = '', source = '', folder = ''] = line.split(' ');
    return { disk, source, folder: folder.replaceAll('\\040', ' ') };
  });
  const own = all.find(({ folder }) => folder === device);
  if (own === undefined) return undefined;
  const mounted = all.find(
    ({ disk, source, folder }) =>
      disk === own.disk && source === `${own.source}/files` && folder.startsWith(`${root}/`),
  );
  return mounted?.folder.slice(root.length);
}
