-- Reports of mails expire (reports/purge.py).
grant delete on mail_reports to wellwish_runtime;
