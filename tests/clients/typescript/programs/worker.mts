// A Worker: walks the quickstart, tails its events, and unwraps a raw webhook.
import { errors, webhooks, Wellwish } from "wellwish";
import { walk } from "./quickstart.mjs";

interface Environment {
  readonly WELLWISH_URL: string;
  readonly WELLWISH_API_KEY: string;
  readonly WELLWISH_CLIENT_SECRET: string;
  readonly RECEIVER_URL: string;
}

export default {
  async fetch(request: Request, env: Environment): Promise<Response> {
    if (new URL(request.url).pathname === "/readyz") return new Response();
    const secret = new URL(request.url).searchParams.get("secret");
    return secret === null ? Response.json(await quickstart(env)) : await hook(request, secret);
  },
};

async function quickstart(env: Environment): Promise<object> {
  const settings = { apiKey: env.WELLWISH_API_KEY, clientSecret: env.WELLWISH_CLIENT_SECRET, baseUrl: env.WELLWISH_URL };
  const wellwish = new Wellwish(settings);
  const { card, secret } = await walk(wellwish, env.RECEIVER_URL);
  const refusal: unknown = await wellwish.cards.retrieve("card_x").catch((error: unknown) => error);
  const tail = wellwish.events.tail({ after: (await wellwish.events.list({ order: "asc", limit: 1 })).data[0]!.id });
  const { value } = await tail.next();
  return { card: card.id, secret, refused: refusal instanceof errors.NotFound, followed: value?.type };
}

async function hook(request: Request, secret: string): Promise<Response> {
  try {
    return Response.json(await webhooks.unwrap(await request.arrayBuffer(), request.headers, secret));
  } catch (error) {
    if (error instanceof errors.ForgedWebhook) return new Response(null, { status: 400 });
    throw error;
  }
}
