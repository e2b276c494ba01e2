// Which of the harnesses we know are on this machine, and whether our hooks are in them already.
import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { realWorld } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { placesHere, pluginIn } from './installed.ts';
import { sitesAt } from './site.ts';

export interface HarnessHere {
  /** What people type. */
  readonly harness: string;
  readonly title: string;
  /** By what it was noticed: its program on the PATH, or the folder it keeps for a person. */
  readonly path: string;
  /** Our hooks are in a place that counts here. */
  readonly installed: boolean;
}

/** Looks, and changes nothing. */
export async function harnessesHere(at: Standpoint): Promise<HarnessHere[]> {
  const world = await realWorld(at.env, at.complain, at.harnesses);
  return (await sitesAt(world, at)).flatMap((site) => {
    const { name, title, program, folder } = site.setup;
    const folders = (at.env.PATH ?? '').split(delimiter).filter(isAbsolute);
    const own = folder(at.env);
    const path = [...folders.map((each) => join(each, program)), ...(own === undefined ? [] : [own])].find(existsSync);
    if (path === undefined) return [];
    const places = placesHere(site);
    const installed = places.some(({ entries }) => entries.length > 0) || pluginIn(site.setup, places) !== undefined;
    return [{ harness: name, title, path, installed }];
  });
}
