// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Script in a rack of its own: two pods' networks exchange addresses while a process runs in one.
 */
const script = `
import { execFileSync, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
const { createRackNetwork } = await import(process.argv[1] + '/rack-network.ts');
const { createPodNetwork, exchangePodAddresses } = await import(process.argv[1] + '/pod-wires.ts');
const [first, second] = [
  { name: 'pfirst', address: '10.244.128.7' },
  { name: 'psecond', address: '10.244.128.8' },
];
await createRackNetwork(['10.244.250.1']);
const third = { name: 'pthird', address: '10.244.128.9' };
for (const { name, address } of [first, second, third]) await createPodNetwork(name, address);
const server = 'require("http").createServer((q, r) => r.end(q.socket.remoteAddress)).listen(80)';
const inFirst = ['--net=/run/netns/pfirst', '--', process.execPath, '-e'];
// A guest's name for it.
const rename = ['link', 'set', 'eth0', 'down', 'name', 'enp1s0'];
execFileSync('ip', ['-n', 'pfirst', ...rename]);
execFileSync('ip', ['-n', 'pfirst', 'link', 'set', 'enp1s0', 'up']);
const gateway = ['via', '10.244.255.254', 'dev', 'enp1s0', 'onlink'];
execFileSync('ip', ['-n', 'pfirst', 'route', 'replace', 'default', ...gateway]);
const running = spawn('nsenter', [...inFirst, server]);
const ask = (address, from = []) =>
  new Promise((resolve) => {
    const question =
      'fetch("http://" + process.argv[1], { signal: AbortSignal.timeout(2000) })' +
      '.then((answer) => answer.text()).catch(() => "nobody").then((text) => console.log(text))';
    const [program, ...args] = [...from, process.execPath, '-e', question, address];
    const child = spawn(program, args);
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.on('close', () => resolve(text.trim()));
  });
const everywhere = async () => [await ask(first.address), await ask(second.address)];
for (let tries = 0; tries < 50 && (await ask(first.address)) === 'nobody'; tries += 1) await sleep(100);
const before = await everywhere();
await exchangePodAddresses(first, second, first.address);
const after = await everywhere();
const inside = await ask(first.address, ['nsenter', '--net=/run/netns/pfirst', '--']);
const fromThird = await ask(second.address, ['nsenter', '--net=/run/netns/pthird', '--']);
running.kill();
console.log(JSON.stringify({ before, after, inside, fromThird }));
process.exit();
`;

test("a process is reached at the other pod's address after the exchange, and sees no change inside", async () => {
  const { stdout } = await promisify(execFile)('unshare', [
    '--user',
    '--map-root-user',
    '--net',
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    '--mount-proc',
    process.execPath,
    '--input-type=module',
    '-e',
    script,
    import.meta.dirname,
  ]);
  expect(JSON.parse(stdout)).toEqual({
    before: ['::ffff:10.244.255.254', 'nobody'],
    after: ['nobody', '::ffff:10.244.255.254'],
    inside: '::ffff:10.244.128.7',
    fromThird: '::ffff:10.244.128.9',
  });
});
