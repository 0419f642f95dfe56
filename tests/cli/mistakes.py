"""Mistakes of operators: the fault, the sentence about it, and the commands that refuse.

Each mistake is made in the settings, or in a separate database with separate roles.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit, urlunsplit

Given = dict[str, str]

URL, OWNER = "DATABASE_URL", "WELLWISH_OWNER_DATABASE_URL"
ALL = ("serve", "work", "migrate")
RUNNING = ("serve", "work")
NONE = ()


@dataclass(frozen=True)
class Mistake:
    """``change`` alters the settings; ``{...}`` of ``sql`` is the database and the roles.

    ``refused_by`` lists the commands that refuse; the doctor always does.
    """

    says: str
    change: Callable[[Given, Path], Given] = lambda given, _: given
    sql: tuple[str, ...] = ()
    refused_by: tuple[str, ...] = ALL
    level: str = "error"
    encoding: str = "UTF8"
    migrate_says: str | None = None  # if it finds the mistake in another way


def sets(**more: str) -> Callable[[Given, Path], Given]:
    """Sets variables; ``{folder}`` is an empty folder."""
    return lambda given, folder: (
        given | {name: value.replace("{folder}", str(folder)) for name, value in more.items()}
    )


def without(*names: str) -> Callable[[Given, Path], Given]:
    return lambda given, _: {name: value for name, value in given.items() if name not in names}


def at(place: str, name: str = URL) -> Callable[[Given, Path], Given]:
    """Points a URL to another host and port."""

    def change(given: Given, _: Path) -> Given:
        split = urlsplit(given[name])
        user = split.username or "app"
        return given | {name: urlunsplit(split._replace(netloc=f"{user}@{place}", query=""))}

    return change


def to(path: str, name: str = URL) -> Callable[[Given, Path], Given]:
    """Points a URL to another database."""
    return lambda given, _: given | {name: urlunsplit(urlsplit(given[name])._replace(path=path))}


def user(name_and_password: str, name: str = URL) -> Callable[[Given, Path], Given]:
    """Changes user and password of a URL."""

    def change(given: Given, _: Path) -> Given:
        split = urlsplit(given[name])
        return given | {name: urlunsplit(split._replace(netloc=f"{name_and_password}@"))}

    return change


def query(more: str, name: str = URL) -> Callable[[Given, Path], Given]:
    def change(given: Given, folder: Path) -> Given:
        return given | {name: f"{given[name]}&{more.replace('{folder}', quote(str(folder)))}"}

    return change


def file(name: str, content: bytes, mode: int = 0o600) -> Callable[[Given, Path], Given]:
    """Gives a secret by a file with this content."""

    def change(given: Given, folder: Path) -> Given:
        place = folder / "secret"
        place.write_bytes(content)
        place.chmod(mode)
        return {each: value for each, value in given.items() if each != name} | {f"{name}_FILE": str(place)}

    return change


def words(name: str, content: str) -> Callable[[Given, Path], Given]:
    """Names a file of words."""

    def change(given: Given, folder: Path) -> Given:
        (folder / "words").write_text(content)
        return given | {name: str(folder / "words")}

    return change


def number(name: str, value: str = "many") -> Mistake:
    return Mistake(f"{name} must be a number between", sets(**{name: value}))


ENCODE = "DATABASE_URL must look like postgresql://user:password@host:5432/database. Encode special"
KEY = "00" * 32
S3 = {"WELLWISH_MEDIA_URL": "s3://photos", "WELLWISH_MEDIA_KEY": "key", "WELLWISH_MEDIA_SECRET": "secret"}

OF_SETTINGS: dict[str, Mistake] = {
    # The URL of the database.
    "mysql": Mistake("DATABASE_URL must start with postgresql://", sets(DATABASE_URL="mysql://db/x")),
    "sqlalchemy": Mistake(
        "DATABASE_URL must start with postgresql://", sets(DATABASE_URL="postgresql+asyncpg://db/x")
    ),
    "no scheme": Mistake("DATABASE_URL must start with postgresql://", sets(DATABASE_URL="db.example/x")),
    "hash in the password": Mistake(ENCODE, sets(DATABASE_URL="postgresql://app:pa#ss@db/x")),
    "hash and at": Mistake(ENCODE, sets(DATABASE_URL="postgresql://app:pa@ss#1@db/x")),
    "slash in the password": Mistake(ENCODE, sets(DATABASE_URL="postgresql://app:pa/ss@db/x")),
    "question mark": Mistake(ENCODE, sets(DATABASE_URL="postgresql://app:pa?ss@db/x")),
    "bracket": Mistake(ENCODE, sets(DATABASE_URL="postgresql://app:[pass@db/x")),
    "port is a word": Mistake(ENCODE, sets(DATABASE_URL="postgresql://app@db:port/x")),
    "port is large": Mistake(ENCODE, sets(DATABASE_URL="postgresql://app@db:99999/x")),
    "owner's password": Mistake(
        "WELLWISH_OWNER_DATABASE_URL must look like",
        sets(WELLWISH_OWNER_DATABASE_URL="postgresql://o:a#b@d/x"),
    ),
    "unknown sslmode": Mistake(
        "`sslmode` parameter must be one of", query("sslmode=verfy-full"), (), RUNNING
    ),
    "certificate file missing": Mistake(
        "nowhere.pem as sslrootcert, which this user cannot read", query("sslrootcert={folder}/nowhere.pem")
    ),
    # Its server.
    "host unknown": Mistake("the host has no address", at("db.invalid"), (), RUNNING),
    "port closed": Mistake("nothing listens there. Start the server", at("127.0.0.1:1"), (), RUNNING),
    "socket folder": Mistake(
        "nothing listens there. Start the server",
        lambda given, folder: given | {URL: f"postgresql://wellwish_app@/wellwish?host={folder}"},
        (),
        RUNNING,
    ),
    "owner's port closed": Mistake(
        "WELLWISH_OWNER_DATABASE_URL, 127.0.0.1:1", at("127.0.0.1:1", OWNER), (), ("migrate",)
    ),
    "database missing": Mistake(
        "the server has no database of this name. Create it", to("/wellwish_typo"), (), RUNNING
    ),
    "owner's database missing": Mistake(
        "the server has no database of this name. Create it", to("/wellwish_typo", OWNER), (), ("migrate",)
    ),
    "role missing": Mistake(
        'role "nobody" does not exist). Create it',
        user("nobody"),
        migrate_says='The role "nobody", the user of DATABASE_URL, does not exist. Create it',
    ),
    "two databases": Mistake("lead to different databases", to("/postgres", OWNER), (), ("migrate",)),
    "owner not set": Mistake(
        "WELLWISH_OWNER_DATABASE_URL is not set",
        without(OWNER),
        (),
        ("migrate",),
        "unused",
        migrate_says="WELLWISH_OWNER_DATABASE_URL is required: the URL of the owner",
    ),
    "the owner serves": Mistake(
        'The role "wellwish_owner" is a superuser', lambda given, _: given | {URL: given[OWNER]}, (), RUNNING
    ),
    # The server key.
    "no key": Mistake("WELLWISH_SECRET_KEY is required with DATABASE_URL", without("WELLWISH_SECRET_KEY")),
    "empty key": Mistake("WELLWISH_SECRET_KEY is required", sets(WELLWISH_SECRET_KEY="")),
    "short key": Mistake("WELLWISH_SECRET_KEY must have 64 hexadecimal", sets(WELLWISH_SECRET_KEY="11")),
    "key in quotes": Mistake("WELLWISH_SECRET_KEY must have 64", sets(WELLWISH_SECRET_KEY=f"'{KEY}'")),
    "another key": Mistake(
        "WELLWISH_SECRET_KEY is not the key that this database",
        sets(WELLWISH_SECRET_KEY="11" * 32),
        (),
        RUNNING,
    ),
    "key twice": Mistake("are both set; unset one of them", sets(WELLWISH_SECRET_KEY_FILE="{folder}/key")),
    "previous key short": Mistake(
        "WELLWISH_SECRET_KEY_PREVIOUS must have 64", sets(WELLWISH_SECRET_KEY_PREVIOUS="1")
    ),
    "key file missing": Mistake(
        "WELLWISH_SECRET_KEY_FILE: ",
        lambda given, folder: (
            without("WELLWISH_SECRET_KEY")(given, folder) | {"WELLWISH_SECRET_KEY_FILE": f"{folder}/nokey"}
        ),
    ),
    "key file is a folder": Mistake(
        "cannot be read: Is a directory",
        lambda given, folder: (
            without("WELLWISH_SECRET_KEY")(given, folder) | {"WELLWISH_SECRET_KEY_FILE": str(folder)}
        ),
    ),
    "key file empty": Mistake("cannot be used: it is empty", file("WELLWISH_SECRET_KEY", b"")),
    "key file binary": Mistake("is not text in UTF-8", file("WELLWISH_SECRET_KEY", b"\xff\xfe")),
    "key file large": Mistake("it is larger than 64 KiB", file("WELLWISH_SECRET_KEY", b"0" * 70_000)),
    "key file readable": Mistake(
        "is readable by every user. Run: chmod o-rwx",
        file("WELLWISH_SECRET_KEY", KEY.encode(), 0o644),
        (),
        NONE,
        "warning",
    ),
    # The addresses to listen on.
    "host is a name": Mistake("WELLWISH_HOST must be an IP address", sets(WELLWISH_HOST="localhost")),
    "host is a URL": Mistake("WELLWISH_HOST must be an IP address", sets(WELLWISH_HOST="http://127.0.0.1")),
    "host of another machine": Mistake(
        "of 203.0.113.9: Cannot assign requested address. Check WELLWISH_HOST",
        sets(WELLWISH_HOST="203.0.113.9"),
        (),
        ("serve",),
    ),
    "port is text": number("WELLWISH_PORT", "http"),
    "port too large": number("WELLWISH_PORT", "99999"),
    "base URL http": Mistake(
        "WELLWISH_BASE_URL must use https", sets(WELLWISH_BASE_URL="http://cards.example")
    ),
    "base URL without scheme": Mistake(
        "WELLWISH_BASE_URL must be an", sets(WELLWISH_BASE_URL="cards.example")
    ),
    "base URL with a path": Mistake(
        "WELLWISH_BASE_URL must have no path", sets(WELLWISH_BASE_URL="https://cards.example/cards")
    ),
    "base URL with a query": Mistake(
        "WELLWISH_BASE_URL must be an http", sets(WELLWISH_BASE_URL="https://cards.example?x=1")
    ),
    "base URL with a space": Mistake(
        "WELLWISH_BASE_URL must be an http", sets(WELLWISH_BASE_URL="https://cards .example")
    ),
    "base URL with a wrong port": Mistake(
        "WELLWISH_BASE_URL must be an http", sets(WELLWISH_BASE_URL="https://cards.example:port")
    ),
    # Numbers and words.
    "workers": number("WELLWISH_WORKERS", "0"),
    "pool": number("WELLWISH_POOL_SIZE", "0"),
    "proxies": number("WELLWISH_PROXIES", "-1"),
    "drain": number("WELLWISH_DRAIN_S"),
    "cache": number("WELLWISH_STATEMENT_CACHE"),
    "requests": number("WELLWISH_REQUESTS_PER_MINUTE", "1e3"),
    "messages": number("WELLWISH_MESSAGES_PER_DAY"),
    "texts": number("WELLWISH_SMS_PER_DAY"),
    "events": number("WELLWISH_EVENTS_DAYS", "30"),
    "deadline": number("WELLWISH_BODY_DEADLINE_S", "0"),
    "share": number("WELLWISH_TRACE_SHARE", "50%"),
    "fee": number("WELLWISH_STRIPE_APPLICATION_FEE_BP", "6000"),
    "log level": Mistake("WELLWISH_LOG_LEVEL must be one of", sets(WELLWISH_LOG_LEVEL="verbose")),
    "log format": Mistake("WELLWISH_LOG_FORMAT must be one of", sets(WELLWISH_LOG_FORMAT="logfmt")),
    "demo": Mistake("WELLWISH_DEMO must be one of", sets(WELLWISH_DEMO="yes")),
    "sign up": Mistake("WELLWISH_SIGN_UP must be one of", sets(WELLWISH_SIGN_UP="anyone")),
    "invoices": Mistake("WELLWISH_STRIPE_INVOICES must be one of", sets(WELLWISH_STRIPE_INVOICES="yes")),
    "fetch": Mistake("WELLWISH_FETCH_MEDIA must be one of", sets(WELLWISH_FETCH_MEDIA="true")),
    "typo": Mistake("Did you mean WELLWISH_BASE_URL?", sets(WELLWISH_BASEURL="x"), (), NONE, "warning"),
    "no name like it": Mistake(
        "WELLWISH_Q is not a setting, so it has no effect.", sets(WELLWISH_Q="5"), (), NONE, "warning"
    ),
    "pools": Mistake(
        "is 12800, but max_connections leaves",
        sets(WELLWISH_WORKERS="64", WELLWISH_POOL_SIZE="200"),
        (),
        NONE,
        "warning",
    ),
    "revision": Mistake("WELLWISH_REVISION must be a commit", sets(WELLWISH_REVISION="a b")),
    "metrics token": Mistake("WELLWISH_METRICS_TOKEN must have 32", sets(WELLWISH_METRICS_TOKEN="short")),
    "demo with a database": Mistake("--demo works only with the embedded", sets(WELLWISH_DEMO="1")),
    # Mail and texts.
    "SMTP host only": Mistake(
        "WELLWISH_SMTP_URLS: address 1 must look", sets(WELLWISH_SMTP_URLS="mail.example")
    ),
    "SMTP parameter": Mistake(
        "can have only the parameters", sets(WELLWISH_SMTP_URLS="smtp://m.example?x=1")
    ),
    "SMTP port": Mistake("WELLWISH_SMTP_URLS: address 1", sets(WELLWISH_SMTP_URLS="smtp://m.example:x")),
    "hash in the password of SMTP": Mistake(
        "WELLWISH_SMTP_URLS: address 1 cannot be read as a URL; encode special",
        sets(WELLWISH_SMTP_URLS="smtp://user:pa#ss@mail.example"),
    ),
    "hash in the token of a carrier": Mistake(
        "WELLWISH_SMS_PROVIDERS: address 1 cannot be read as a URL; encode special",
        sets(WELLWISH_SMS_PROVIDERS="https://AC1:to#ken@api.twilio.com", WELLWISH_SMS_COUNTRIES="US"),
    ),
    "bracket in the endpoint": Mistake(
        "WELLWISH_MEDIA_ENDPOINT must be an https URL", sets(**S3, WELLWISH_MEDIA_ENDPOINT="https://[s3")
    ),
    "SMTP in clear": Mistake(
        "would send its password unencrypted", sets(WELLWISH_SMTP_URLS="smtp://u:p@m.example?tls=none")
    ),
    "SMTP closed": Mistake(
        "127.0.0.1:1 of WELLWISH_SMTP_URLS cannot be used: nothing listens there",
        sets(WELLWISH_SMTP_URLS="smtp://127.0.0.1:1?tls=none", WELLWISH_BOUNCES_ADDRESS="b@example.org"),
        (),
        NONE,
    ),
    "sender with a name": Mistake(
        "WELLWISH_MAIL_FROM must be a bare address", sets(WELLWISH_MAIL_FROM="Cards <cards@example.org>")
    ),
    "no sender": Mistake(
        "WELLWISH_MAIL_FROM, the sender address, is required", without("WELLWISH_MAIL_FROM")
    ),
    "contact": Mistake("WELLWISH_CONTACT_EMAIL must be a bare", sets(WELLWISH_CONTACT_EMAIL="me")),
    "no mail server": Mistake("No mail server is configured", without("WELLWISH_POSTMARK_TOKEN"), (), NONE),
    "no postal address": Mistake(
        "WELLWISH_POSTAL_ADDRESS is not set", without("WELLWISH_POSTAL_ADDRESS"), (), NONE
    ),
    "bounces": Mistake("WELLWISH_BOUNCES_ADDRESS must be a bare", sets(WELLWISH_BOUNCES_ADDRESS="bounce")),
    "bounces without an address": Mistake(
        "WELLWISH_BOUNCES_ADDRESS is required", sets(WELLWISH_BOUNCES_IMAP_URL="imaps://u:p@m.example")
    ),
    "bounces without a user": Mistake(
        "WELLWISH_BOUNCES_IMAP_URL must look like",
        sets(WELLWISH_BOUNCES_ADDRESS="b@example.org", WELLWISH_BOUNCES_IMAP_URL="imaps://m.example"),
    ),
    "carrier": Mistake("WELLWISH_SMS_PROVIDERS: address 1", sets(WELLWISH_SMS_PROVIDERS="api.twilio.com")),
    "no countries": Mistake(
        "WELLWISH_SMS_COUNTRIES, such as US CA, is required",
        sets(WELLWISH_SMS_PROVIDERS="https://AC1:token@api.twilio.com?from=%2B15005550006"),
    ),
    "country": Mistake("must be two-letter country codes", sets(WELLWISH_SMS_COUNTRIES="USA")),
    # Files, bundles, Stripe, traces.
    "media URL": Mistake(
        "WELLWISH_MEDIA_URL must look like s3://", sets(WELLWISH_MEDIA_URL="https://b.s3.com")
    ),
    "half of a key": Mistake("must be set together", sets(**{**S3, "WELLWISH_MEDIA_SECRET": ""})),
    "endpoint in clear": Mistake(
        "WELLWISH_MEDIA_ENDPOINT must use https", sets(**S3, WELLWISH_MEDIA_ENDPOINT="http://s3.example.org")
    ),
    "endpoint closed": Mistake(
        "bucket photos of WELLWISH_MEDIA_URL (no connection)",
        sets(**S3, WELLWISH_MEDIA_ENDPOINT="http://127.0.0.1:1"),
        (),
        NONE,
    ),
    "scanner": Mistake("WELLWISH_CLAMD must look like", sets(WELLWISH_CLAMD="127.0.0.1")),
    "scanner away": Mistake(
        "clamd does not respond at WELLWISH_CLAMD", sets(WELLWISH_CLAMD="tcp://127.0.0.1:1"), (), NONE
    ),
    "bundles missing": Mistake(
        "nowhere.toml cannot be read: No such file or directory. Correct its name",
        sets(WELLWISH_BUNDLES="{folder}/nowhere.toml"),
        (),
        ("migrate",),
    ),
    "bundles are no TOML": Mistake(
        "WELLWISH_BUNDLES: ", words("WELLWISH_BUNDLES", "no = toml = at all"), (), ("migrate",)
    ),
    "Stripe away": Mistake(
        "Stripe does not respond at http://127.0.0.1:1",
        sets(
            WELLWISH_STRIPE_KEY="sk_test_1",
            WELLWISH_STRIPE_URL="http://127.0.0.1:1",
            WELLWISH_STRIPE_WEBHOOK_SECRET="whsec_x",
        ),
        (),
        NONE,
    ),
    "Stripe's URL": Mistake(
        "WELLWISH_STRIPE_URL must be an https URL, such as https://api.stripe.com",
        sets(WELLWISH_STRIPE_URL="api.stripe.com"),
    ),
    "Postmark in clear": Mistake(
        "WELLWISH_POSTMARK_URL must use https", sets(WELLWISH_POSTMARK_URL="http://api.postmarkapp.com")
    ),
    "collector": Mistake("WELLWISH_OTLP_URL must be the URL", sets(WELLWISH_OTLP_URL="localhost:4318")),
    "headers": Mistake("WELLWISH_OTLP_HEADERS: header 1", sets(WELLWISH_OTLP_HEADERS="token")),
}

OF_THE_DATABASE: dict[str, Mistake] = {
    "NOLOGIN": Mistake(
        "is not permitted to log in). Run: alter role NAME login",
        sql=("alter role {app} nologin",),
        refused_by=RUNNING,
    ),
    "search_path": Mistake(
        'The role "{app}" has the search_path elsewhere',
        sql=("alter role {app} set search_path = elsewhere",),
        refused_by=RUNNING,
    ),
    "owner's search_path": Mistake(
        'The role "{owner}" has the search_path elsewhere',
        sql=("alter role {owner} set search_path = elsewhere",),
        refused_by=("migrate",),
    ),
    "not a member": Mistake(
        "is not a member of wellwish_runtime. Run `wellwish migrate`",
        sql=("revoke wellwish_runtime from {app}",),
        refused_by=RUNNING,
    ),
    "NOINHERIT": Mistake(
        "does not inherit the privileges of wellwish_runtime",
        sql=(
            "revoke wellwish_runtime from {app}",
            "alter role {app} noinherit",
            "grant wellwish_runtime to {app}",
        ),
        refused_by=RUNNING,
    ),
    "statement_timeout": Mistake(
        'The role "{app}" has the statement_timeout 1000 ms',
        sql=("alter role {app} set statement_timeout = 1000",),
        refused_by=RUNNING,
    ),
    "owner's statement_timeout": Mistake(
        'The role "{owner}" has the statement_timeout 1000 ms',
        sql=("alter role {owner} set statement_timeout = 1000",),
        refused_by=("migrate",),
    ),
    "lock_timeout": Mistake(
        'The role "{app}" has the lock_timeout 1000 ms',
        sql=("alter role {app} set lock_timeout = 1000",),
        refused_by=RUNNING,
    ),
    "read-only role": Mistake(
        'The role "{app}" is read-only',
        sql=("alter role {app} set default_transaction_read_only = on",),
        refused_by=RUNNING,
    ),
    "read-only owner": Mistake(
        'The role "{owner}" is read-only',
        sql=("alter role {owner} set default_transaction_read_only = on",),
        refused_by=("migrate",),
    ),
    "read-only database": Mistake(
        "The database {database} is read-only",
        sql=("alter database {database} set default_transaction_read_only = on",),
    ),
    "LATIN1": Mistake("has the encoding LATIN1, but names and texts need UTF8", encoding="LATIN1"),
    "SQL_ASCII": Mistake("has the encoding SQL_ASCII, but names and texts need UTF8", encoding="SQL_ASCII"),
    "connection limit": Mistake(
        "the connection limit of the role leaves 3 connections",
        sql=("alter role {app} connection limit 3",),
        refused_by=NONE,
        level="warning",
    ),
    "one connection": Mistake(
        'too many connections for role "{app}"). Raise max_connections or the connection limit',
        sql=("alter role {app} connection limit 1",),
        refused_by=RUNNING,
    ),
    "no connections": Mistake(
        'too many connections for role "{app}"). Raise max_connections or the connection limit',
        sql=("alter role {app} connection limit 0",),
        refused_by=RUNNING,
    ),
    "database without connections": Mistake(
        "is not currently accepting connections",
        sql=("alter database {database} with allow_connections false",),
    ),
    "CONNECT revoked": Mistake(
        "permission denied for database",
        sql=("revoke connect on database {database} from public",),
        refused_by=RUNNING,
    ),
    "a table is not readable": Mistake(
        "The role of DATABASE_URL cannot read cards. Run `wellwish migrate`",
        sql=("grant wellwish_runtime to {app}", "revoke select on cards from wellwish_runtime"),
        refused_by=RUNNING,
    ),
    "superuser": Mistake(
        'The role "{app}" is a superuser', sql=("alter role {app} superuser",), refused_by=RUNNING
    ),
    "BYPASSRLS": Mistake("has BYPASSRLS", sql=("alter role {app} bypassrls",), refused_by=RUNNING),
    "public is another's": Mistake(
        "may not create tables. As a superuser",
        sql=("alter role {owner} nosuperuser",),
        refused_by=("migrate",),
    ),
    "a migration is missing": Mistake(
        "1 migration is missing. Run `wellwish migrate`",
        sql=("delete from migrations where name = '0061_walls.sql'",),
        migrate_says='the server reports an error (relation "walls" already exists)',
    ),
    "a later schema": Mistake(
        "The schema is too new for this version of Wellwish: 9999_contract_x.sql",
        sql=("insert into migrations (name, checksum) values ('9999_contract_x.sql', '-')",),
        refused_by=RUNNING,
    ),
    "serializable": Mistake(
        "default_transaction_isolation of the role of DATABASE_URL is serializable",
        sql=("alter role {app} set default_transaction_isolation = serializable",),
        refused_by=NONE,
        level="warning",
    ),
    "idle_session_timeout": Mistake(
        "idle_session_timeout of the role of DATABASE_URL is 1000 ms",
        sql=("alter role {app} set idle_session_timeout = '1s'",),
        refused_by=NONE,
        level="warning",
    ),
}
