// Calls every method of every resource. Prints the methods and paths of the requests.
import { ApiError, Wellwish } from "wellwish";

type Method = (...given: string[]) => PromiseLike<unknown>;

const seen: string[][] = [];
const client = new Wellwish({
  apiKey: "k",
  clientSecret: "s",
  baseUrl: "https://cards.example.com",
  fetch: async (input, init) => {
    const { pathname } = new URL(String(input));
    if (pathname === "/account/api-access/token") return Response.json({ access_token: "t", expires_in: 3600 });
    const headers = new Headers(init?.headers);
    seen.push([init?.method ?? "", pathname, headers.get("idempotency-key") ?? "", headers.get("prefer") ?? ""]);
    return Response.json({}, { status: 418 });
  },
});
for (const resource of Object.values(client)) {
  const prototype: Record<string, Method> = Object.getPrototypeOf(resource);
  for (const name of Object.getOwnPropertyNames(prototype).filter((each) => each !== "constructor")) {
    const method = prototype[name]!;
    try {
      await method.apply(resource, Array<string>(method.length).fill("x"));
      throw new Error(`${name} sent nothing`);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 418)) throw error;
    }
  }
}
console.log(JSON.stringify(seen));
