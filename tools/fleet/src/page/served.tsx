// SPDX-License-Identifier: Apache-2.0
import { useEffect, useState } from 'preact/hooks';
import type { ComparedFleet } from '../change-model.ts';
import { App } from './app.tsx';

/** Renders the page, and again whenever the server sends the fleet. */
export function Served(first: { readonly fleet: ComparedFleet }) {
  const [fleet, setFleet] = useState(first.fleet);
  const [lostAt, setLostAt] = useState<string>();
  useEffect(() => {
    // A browser connects again by itself.
    const events = new EventSource('/events');
    events.onopen = () => setLostAt(undefined);
    events.onmessage = ({ data }: MessageEvent<string>) =>
      setFleet(JSON.parse(data) as ComparedFleet);
    events.onerror = () => setLostAt((before) => before ?? new Date().toISOString());
    return () => events.close();
  }, []);
  return <App fleet={fleet} served={{ lostAt }} />;
}
