// The quickstart with the generated TypeScript types. Prints the ids that it made.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.ts";

const [baseUrl = "", apiKey = "", clientSecret = ""] = process.argv.slice(2);

function given<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

const anyone = createClient<paths>({ baseUrl, headers: { "x-api-key": apiKey, "x-client-secret": clientSecret } });
const token = given(await anyone.POST("/account/api-access/token"));
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token.access_token}` } });
const purchases = given(await client.GET("/api/bundle-purchases/available"));
const templates = given(await client.GET("/api/templates"));
const body: components["schemas"]["NewCard"] = {
  title: "Happy birthday, Maya",
  sender: "Priya and friends",
  template_id: templates.data[0]!.template_id,
  bundle_purchase_id: purchases.data[0]!.bundle_purchase_id,
  collection: {},
};
const header = { "Idempotency-Key": "maya-typescript" };
const card = given(await client.POST("/api/cards", { params: { header }, body }));
given(
  await client.POST("/api/cards/invitations", {
    body: { card_id: card.card_id, invitees: [{ delivery_type: "email", delivery_id: "jonas@example.com" }] },
  }),
);
const path = { card_id: card.card_id };
const listed = given(await client.GET("/api/cards/{card_id}/invitations", { params: { path } }));
const invite_id = listed.data[0]!.invite_id;
given(await client.POST("/api/cards/invitations/resend", { body: { invite_id } }));
given(
  await client.POST("/api/card-admins", {
    body: { card_id: card.card_id, email: "sam@example.com", privilege: { invite_contributors: true } },
  }),
);
const closed = given(await client.POST("/api/cards/{card_id}/close", { params: { path } }));
console.log(JSON.stringify({ card_id: card.card_id, invite_id, status: closed.status }));

// The data of an event is known from its type.
export function status(message: components["schemas"]["EventMessage"]): string {
  return message.type === "card.closed" ? message.data.status : "";
}
