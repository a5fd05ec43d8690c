// SPDX-License-Identifier: Apache-2.0
import { parseMount, parseUnit, timeSpan, words } from './unit-file.ts';

test('reads the whole unit that empties the node', () => {
  const text = `[Unit]
Description=Empties this node
After=network-online.target containerd.service
After=kubelet.service
[Service]
Type=oneshot
RemainAfterExit=yes
Environment="A=b c" D=e
ExecStart=-/opt/strata/bin/drain --undo
ExecStop=/opt/strata/bin/drain "with space"
TimeoutStopSec=2min 30s
[Install]
WantedBy=multi-user.target
`;
  expect(parseUnit('strata-drain.service', text)).toEqual({
    name: 'strata-drain.service',
    description: 'Empties this node',
    type: 'oneshot',
    remainAfterExit: true,
    execStart: [{ argv: ['/opt/strata/bin/drain', '--undo'], mayFail: true }],
    execStop: [{ argv: ['/opt/strata/bin/drain', 'with space'], mayFail: false }],
    environment: { A: 'b c', D: 'e' },
    timeoutStart: undefined,
    timeoutStop: 150_000,
    restart: false,
    after: ['network-online.target', 'containerd.service', 'kubelet.service'],
    before: [],
    wants: [],
    wantedBy: ['multi-user.target'],
  });
});

test("warns, in systemd's words, of what systemd would ignore", () => {
  const warnings: string[] = [];
  parseUnit('a.service', '[Service]\nExecStart=/a\nExceStop=/b\n[Unti]\nAfter=c\n', warnings);
  expect(warnings).toEqual([
    "Unknown key name 'ExceStop' in section 'Service', ignoring.",
    "Unknown key name 'After' in section 'Unti', ignoring.",
  ]);
});

test('rejects a service without commands', () => {
  expect(() => parseUnit('a.service', '[Unit]\nDescription=a\n')).toThrow(
    'Service has no ExecStart=, ExecStop=, or SuccessAction=. Refusing.',
  );
});

test.each([
  ['5', 5_000],
  ['5s', 5_000],
  ['1min 30s', 90_000],
  ['500ms', 500],
  ['2h', 7_200_000],
  ['infinity', undefined],
])('%s is %s ms', (text, expected) => {
  expect(timeSpan(text)).toBe(expected);
});

test('splits a command line into words, and keeps quoted words together', () => {
  expect(words(`/bin/sh -c "echo \\"hi\\" there" 'a b' c`)).toEqual([
    '/bin/sh',
    '-c',
    'echo "hi" there',
    'a b',
    'c',
  ]);
});

test('names a mount after its folder', () => {
  const text =
    '[Mount]\nWhat=/dev/a\nWhere=/var/lib/my-data\n[Install]\nRequiredBy=local-fs.target\n';
  expect(parseMount(String.raw`var-lib-my\x2ddata.mount`, text)).toMatchObject({
    what: '/dev/a',
    where: '/var/lib/my-data',
    type: 'auto',
    wantedBy: ['local-fs.target'],
  });
  expect(() => parseMount('data.mount', text)).toThrow(
    "Where= setting doesn't match unit name. Refusing.",
  );
  expect(() => parseMount('data.mount', '[Mount]\nWhat=/dev/a\n')).toThrow(
    'Mount unit lacks What= or Where= setting. Refusing.',
  );
});
