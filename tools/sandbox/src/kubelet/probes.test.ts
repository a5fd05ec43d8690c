// SPDX-License-Identifier: Apache-2.0
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Container } from './pod.ts';
import { portNumber, ProbeRunner, runProbe } from './probes.ts';

const container: Container = {
  name: 'main',
  image: 'x',
  ports: [{ name: 'metrics', containerPort: 8443 }],
};

describe('schedule of a probe', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /**
   * Runs a probe with these answers in turn, then the last one forever; returns each verdict with
   * its second.
   */
  function run(kind: 'readiness' | 'liveness', answers: boolean[]) {
    const verdicts: string[] = [];
    const begin = Date.now();
    const probe = { periodSeconds: 10, failureThreshold: 3, initialDelaySeconds: 5 };
    const check = () =>
      Promise.resolve(answers.length > 1 ? (answers.shift() ?? true) : (answers[0] ?? true));
    const runner = new ProbeRunner(kind, probe, check, (passed) => {
      verdicts.push(`${passed ? 'passed' : 'failed'} at ${(Date.now() - begin) / 1_000}`);
    });
    runner.start();
    return { runner, verdicts };
  }

  test('asks readiness after its delay, twice a second until it passes, then on its period', async () => {
    const { verdicts } = run('readiness', [false, false, true, false, false]);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(verdicts).toEqual(['passed at 6', 'failed at 17']);
  });

  test('asks liveness after its delay, and fails only after three periods', async () => {
    const { verdicts } = run('liveness', [false]);
    await jest.advanceTimersByTimeAsync(24_000);
    expect(verdicts).toEqual([]);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(verdicts).toEqual(['failed at 25']);
  });

  test('counts anew after a new start; a stopped probe reports nothing', async () => {
    const { runner, verdicts } = run('liveness', [false]);
    await jest.advanceTimersByTimeAsync(16_000);
    runner.start();
    await jest.advanceTimersByTimeAsync(24_000);
    expect(verdicts).toEqual([]);
    runner.stop();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(verdicts).toEqual([]);
  });
});

describe('one run of a probe', () => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = createServer((request, response) => {
      response.writeHead(request.url === '/ok' ? 204 : 503).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  test.each([
    ['an answer below 400', '/ok', true],
    ['an error', '/bad', false],
  ])('%s decides an HTTP probe', async (_, path, passed) => {
    expect(await runProbe({ httpGet: { path, port } }, container, '127.0.0.1')).toBe(passed);
  });

  test('a TCP probe needs a listener', async () => {
    expect(await runProbe({ tcpSocket: { port } }, container, '127.0.0.1')).toBe(true);
    expect(await runProbe({ tcpSocket: { port: 1 } }, container, '127.0.0.1')).toBe(false);
  });
});

test('a probe without a port, by command or by gRPC, is not played and passes', async () => {
  expect(await runProbe({}, container, '127.0.0.1')).toBe(true);
});

test('finds a port by the name that the container gives it', () => {
  expect(portNumber(container, 'metrics')).toBe(8443);
  expect(portNumber(container, 80)).toBe(80);
  expect(portNumber(container)).toBeUndefined();
});
