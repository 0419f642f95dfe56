// Settings from the environment, and a client with these settings.
import { type Settings, Wellwish } from "wellwish";

export function given(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
}

export function client(settings: Partial<Settings> = {}): Wellwish {
  return new Wellwish({
    apiKey: given("WELLWISH_API_KEY"),
    clientSecret: given("WELLWISH_CLIENT_SECRET"),
    baseUrl: given("WELLWISH_URL"),
    ...settings,
  });
}
