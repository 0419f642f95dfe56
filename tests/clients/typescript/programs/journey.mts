// Walks the quickstart. Prints the secret of the endpoint, and the notes.
import { client, given } from "./given.mjs";
import { walk } from "./quickstart.mjs";

const wellwish = client();
const { card, secret } = await walk(wellwish, given("RECEIVER_URL"));
const csv = new TextDecoder().decode(await wellwish.cards.exportNotes(card.id));
console.log(JSON.stringify({ secret, csv }));
