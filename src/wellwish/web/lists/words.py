"""Column names in exports of other programs and in handwritten lists.

The words of our pages come from their translations (``header``). ``header.normal`` makes spellings equal,
such as "E-Mail", "e_mail" and "eMail".
"""

from collections.abc import Mapping
from typing import Final

# Meanings of columns. An IGNORED column describes another column, such as "E-mail Type"; a SIGN_IN column is
# the address only if there is no other.
NAME, FIRST, MIDDLE, LAST, EMAIL, SIGN_IN, PHONE, IGNORED = (
    "name", "first", "middle", "last", "email", "sign_in", "phone", "ignored",
)  # fmt: skip

# Separated by commas.
OF_PEOPLE: Final[Mapping[str, str]] = {
    NAME: (
        "name, full name, display name, person, contact, contact name, participant, attendee, member, "
        "member name, employee, employee name, file as, vollständiger name, anzeigename, nom complet, "
        "nom, nom affiché, nombre, nombre completo, teilnehmer, mitarbeiter, mitglied, kontakt, fullname, "
        "displayname, الاسم, الاسم الكامل, اسم, real name"
    ),
    FIRST: (
        "first name, first, given name, forename, vorname, rufname, prénom, nombre de pila, nome, الاسم "
        "الأول, firstname, givenname, preferred name"
    ),
    MIDDLE: (
        "middle name, additional name, middle names, weitere vornamen, zweiter vorname, deuxième prénom, "
        "اسم الأب"
    ),
    LAST: (
        "last name, last, family name, surname, nachname, familienname, nom de famille, apellidos, اسم "
        "العائلة, اللقب, lastname, familyname, second name"
    ),
    EMAIL: (
        "email, e mail, mail, email address, e mail address, mail address, primary email, work email, "
        "email work, business email, company email, home email, personal email, private email, email "
        "primary, e mail adresse, email adresse, mailadresse, emailadresse, e mail geschäftlich, e mail "
        "privat, e mail dienstlich, dienstliche e mail, adresse e mail, adresse email, adresse mail, "
        "courriel, adresse de messagerie, adresse électronique, adresse courriel, correo, correo "
        "electrónico, البريد الإلكتروني, بريد إلكتروني, عنوان البريد الإلكتروني, الإيميل, smtp address, "
        "primary smtp address, recipient email, e post, attendee email, user email, member email"
    ),
    SIGN_IN: "user principal name, userprincipalname, upn, benutzerprinzipalname, participant id upn",
    PHONE: (
        "phone, mobile, mobile phone, phone number, mobile number, cell, cell phone, cellphone, "
        "telephone, tel, primary phone, home phone, business phone, work phone, telefon, handy, mobil, "
        "handynummer, telefonnummer, mobilnummer, mobiltelefon, rufnummer, telefon mobil, telefon privat, "
        "telefon geschäftlich, tél mobile, tél, téléphone, téléphone mobile, téléphone bureau, portable, "
        "téléphone domicile, numéro de téléphone, teléfono, móvil, رقم الهاتف, الهاتف, الجوال, رقم "
        "الجوال, sms"
    ),
    IGNORED: (
        "e mail type, e mail typ, type de messagerie, type de l adresse de messagerie, e mail display "
        "name, e mail angezeigter name, nom complet de l adresse de messagerie, nom affiché de l adresse "
        "de messagerie"
    ),
}
# Separated by commas.
OF_CARDS: Final[Mapping[str, str]] = {
    "title": "title, card, card title, titel, kartentitel, titre, العنوان",
    "recipient": (
        "recipient, name, for, recipient name, who is it for, who for, to, person, full name, empfänger, "
        "empfängerin, für, für wen, destinataire, المستلم, إلى, الاسم"
    ),
    "recipient_email": "recipient email, recipients email, email of the recipient, e mail des empfängers",
    "template": (
        "template, template slug, template id, design, cover, vorlage, motiv, karte, modèle, القالب, التصميم"
    ),
    "end": (
        "end, ends, closes, closes on, closing day, closing date, close, close date, end date, end day, "
        "contribution end date, date, deadline, due, due date, day, until, ende, enddatum, datum, "
        "schließt am, endet am, bis, stichtag, frist, tag, date de fin, date limite, clôture, النهاية, "
        "التاريخ, الموعد النهائي, تاريخ الإغلاق"
    ),
}
# Separated by commas. The words for addresses and names are in OF_PEOPLE.
OF_STAFF: Final[Mapping[str, str]] = {
    "external_id": (
        "id, employee id, employee number, employee no, employee code, emp id, external id, externalid, "
        "person id, person number, staff id, staff number, personnel number, worker id, payroll number, "
        "hr id, user id, personalnummer, personal nr, personalnr, mitarbeiternummer, mitarbeiter id, "
        "matricule, numéro d employé, id empleado, número de empleado, رقم الموظف, الرقم الوظيفي"
    ),
    "manager": (
        "manager, manager email, manager e mail, manager id, manager external id, manager name, managers "
        "email, reporting manager, line manager, direct manager, supervisor, supervisor email, supervisor "
        "name, supervisor id, reports to, boss, vorgesetzter, vorgesetzte, vorgesetzte r, vorgesetzte "
        "person, führungskraft, responsable, supérieur, jefe, المدير, المدير المباشر, المشرف"
    ),
    "teams": (
        "team, teams, department, departments, dept, group, groups, division, squad, unit, org unit, "
        "business unit, cost center name, abteilung, abteilungen, bereich, gruppe, gruppen, équipe, "
        "équipes, département, service, departamento, equipo, الفريق, الفرق, القسم, الإدارة"
    ),
    "birthday": (
        "birthday, birth date, birthdate, date of birth, dob, born, born on, geburtstag, geburtsdatum, geb, "
        "geboren, geboren am, anniversaire, date de naissance, cumpleaños, fecha de nacimiento, تاريخ "
        "الميلاد, عيد الميلاد, يوم الميلاد"
    ),
    "started_on": (
        "started on, started, start, start date, startdate, hire date, hiredate, hired, hired on, date of "
        "hire, hiring date, original hire date, joined, joined on, join date, joining date, date of joining, "
        "date joined, first day, first day at work, first day of work, employment start, employment start "
        "date, employed since, anniversary, work anniversary, eintrittsdatum, eintritt, startdatum, "
        "einstellungsdatum, einstellung, erster arbeitstag, beschäftigt seit, date d embauche, date d "
        "entrée, embauche, fecha de ingreso, fecha de contratación, fecha de inicio, تاريخ التعيين, تاريخ "
        "الالتحاق, تاريخ البدء, أول يوم عمل"
    ),
    "timezone": "time zone, timezone, tz, zeitzone, fuseau horaire, zona horaria, المنطقة الزمنية",
    "locale": "language, locale, preferred language, sprache, langue, idioma, اللغة",
}
